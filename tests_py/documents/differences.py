"""Cells of the documents where graphwright shows something else than TensorFlow, each with the reason."""

# (file, number of the cell, counted from 0) -> why the two differ. A cell that agrees must not be listed here.
DIFFERENCES: dict[tuple[str, int], str] = {
    ("ko_performance_guide.py", 8): (
        "The document expects a ValueError, as TensorFlow raised in its time; TensorFlow 2.21 raises a TypeError, and "
        "the document's code lets it through. graphwright's error is both, so the document's code catches it."
    ),
}

# Code in the documents that is not transcribed: it needs parts that graphwright does not have yet, or is no Python.
LEFT_OUT: dict[str, list[str]] = {
    "ko_guide_summary.py": [
        "session.run(f(placeholder), ...): TensorFlow 1",
        "tf.keras.Sequential, layers.Dense, model.compile and model.fit: Keras",
        "trunk and heads as tf.keras.Sequential: Keras; the training of one head alone is transcribed with variables",
        "tf.saved_model.save(trunk, output_path): saved models",
        "tf.summary.create_file_writer, tf.summary.scalar, tf.keras.metrics.Mean: summaries and Keras",
    ],
}
