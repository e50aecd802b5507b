"""The first steps of libraries that are made for TensorFlow: Hugging Face's data sets."""

from libraries.registry import plain, program


def _hugging_face():
    import datasets

    columns = {"a": [1, 2, 3, 4], "b": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], "t": ["x", "y", "z", "w"]}
    return datasets.Dataset.from_dict({**columns, "r": [[1], [2, 3], [], [4]], "label": [0, 1, 0, 1]})


@program
def hugging_face_formats():
    data = _hugging_face().with_format("tf")
    ragged = data.with_format("tf", columns=["r"])[:3]["r"]
    batches = [{key: str(value) for key, value in batch.items()} for batch in data.iter(batch_size=2)]
    return [str(data[0]), str(data[:2]), str(data["b"][:2]), str(ragged), batches]


@program
def hugging_face_data_sets():
    import keras

    data = _hugging_face()
    labelled = data.to_tf_dataset(columns=["a", "b"], label_cols="label", batch_size=2, shuffle=False)
    found = [str(labelled.element_spec), [plain([x["a"], x["b"], y]) for x, y in labelled]]
    # The data sets live no longer than their iterators.
    found += [[plain(x) for x in data.to_tf_dataset(columns="b", batch_size=3, shuffle=False, drop_remainder=True)]]
    found += [str([x.numpy() for x in data.to_tf_dataset(columns="t", batch_size=2, shuffle=False).prefetch(1)])]
    found += [str(data.to_tf_dataset(batch_size=None, columns="a", shuffle=False).element_spec)]
    found += [sorted(int(x) for x in data.to_tf_dataset(columns="a", batch_size=1, shuffle=True).unbatch())]
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    rows = data.to_tf_dataset(columns="b", label_cols="label", batch_size=2, shuffle=False)
    return [*found, model.fit(rows, epochs=2, verbose=0).history]
