"""Hugging Face's transformers: a small model of each family that it has for TensorFlow, with every head.

A row of the table below is a family: the head that is trained, the arguments of its configuration that are not in SMALL, and
how it generates. A head gets those of the inputs that its `call` takes.
"""

import copy
import importlib
import inspect
import os
import tempfile
import zlib

os.environ |= {"HF_HUB_OFFLINE": "1", "USE_TF": "1", "TRANSFORMERS_VERBOSITY": "error"}

import numpy as np
import tensorflow as tf
import transformers

from libraries.registry import PROGRAMS, normal, program

SIZES = {
    16: "hidden_size embedding_size d_model n_embd dim emb_dim d_head projection_dim",
    24: "intermediate_size d_ff d_inner n_inner dff hidden_dim encoder_ffn_dim decoder_ffn_dim ffn_dim",
    2: "num_hidden_layers n_layer n_layers num_layers encoder_layers decoder_layers "
    "num_attention_heads n_head n_heads num_heads encoder_attention_heads decoder_attention_heads attention_heads",
    40: "max_position_embeddings n_positions max_target_positions",
    32: "image_size input_size",
    8: "patch_size d_kv",
}
TOKENS = {"vocab_size": 48, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2, "decoder_start_token_id": 2}
SMALL = {name: size for size, names in SIZES.items() for name in names.split()} | TOKENS


def _ids(*shape, seed=0):
    return np.random.default_rng(seed).integers(3, 48, shape).astype("int32")


INPUTS = {
    "input_ids": np.append(_ids(2, 6), [[2], [2]], 1).astype("int32"),
    "attention_mask": np.array([[1] * 7, [1] * 5 + [0] * 2], "int32"),
    "token_type_ids": np.array([[0] * 4 + [1] * 3] * 2, "int32"),
    "decoder_input_ids": _ids(2, 5, seed=1),
    "pixel_values": normal(2, 3, 32, 32),
    "input_values": normal(2, 400),
    "labels": _ids(2, 7, seed=2),
    "start_positions": np.array([1, 2], "int32"),
    "end_positions": np.array([3, 4], "int32"),
    "next_sentence_label": np.array([0, 1], "int32"),
    "sentence_order_label": np.array([1, 0], "int32"),
}


def _digest(values):
    """What of tensors is compared: shapes and dtypes, some elements, and two numbers of all."""
    found = []
    for value in filter(tf.is_tensor, tf.nest.flatten(values)):
        array = np.asarray(tf.convert_to_tensor(value))
        numbers = array.astype("d").ravel()
        found += [[str(array.dtype), array.shape, numbers[:3], numbers[-1:], numbers.mean(), np.abs(numbers).mean()]]
    return found


def _fill(model):
    """Gives all weights new numbers, the same on each run; constant ones stay near what they were."""
    for i, weight in enumerate(model.weights):
        if weight.dtype.is_floating:
            old = weight.numpy()
            seed = zlib.crc32(f"{i} {old.shape}".encode())
            constant = old.flat[0] if old.size and np.all(old == old.flat[0]) else 0.0
            weight.assign(constant + 0.1 * np.random.RandomState(seed).normal(size=old.shape).astype("f"))
    return model


def _configuration(of, **more):
    """A small configuration of a class."""
    known = inspect.signature(of.__init__).parameters
    return of(**{name: size for name, size in SMALL.items() if name in known} | TOKENS | {"num_labels": 3} | more)


def part(name, **more):
    """A small configuration of a part of a model, by the name of its class."""
    return _configuration(getattr(transformers, name), **more).to_dict()


def _made(head, trained, config):
    """A head with a small configuration of the trained one, or with the part of that which is for it."""
    whole = _configuration(trained.config_class, **copy.deepcopy(config))
    chosen = next(part for part in (whole, *vars(whole).values()) if isinstance(part, head.config_class))
    if head.__name__.endswith(("QuestionAnswering", "QuestionAnsweringSimple", "PreTraining")):
        chosen.num_labels = 2
    return head(chosen)


def _inputs(head, given):
    """The inputs that a head takes."""
    inputs = INPUTS | given
    taken = {name: inputs[name] for name in inspect.signature(head.call).parameters if inputs.get(name) is not None}
    name = head.__name__
    if "labels" in taken and "decoder_input_ids" not in given:
        taken.pop("decoder_input_ids", None)  # made of the labels
    if "labels" in taken and "labels" not in given:
        if "Classification" in name and "Token" not in name:
            taken["labels"] = np.array([0, 2], "int32")
        elif "TokenClassification" in name:
            taken["labels"] = taken["labels"] % 3
        elif "QuestionAnswering" in name:
            taken["labels"] = taken["labels"] % 2
        elif "SemanticSegmentation" in name:
            taken["labels"] = _ids(2, 32, 32) % 3
    if "MultipleChoice" in name:
        taken = {name: np.stack([value, value[::-1]], 1) for name, value in taken.items()} | {
            "labels": np.array([0, 1])
        }
    return {name: tf.constant(value) for name, value in taken.items()}


def _loss(outputs):
    """The loss of a head; where it has none, the mean square of what it gives."""
    if getattr(outputs, "loss", None) is not None:
        return tf.reduce_mean(outputs.loss)
    floating = [x for x in tf.nest.flatten(outputs.to_tuple()) if tf.is_tensor(x) and x.dtype.is_floating]
    return tf.add_n([tf.reduce_mean(tf.cast(value, tf.float32) ** 2) for value in floating])


def _step(model, inputs, training):
    """A step of training: the loss, the gradients, the loss after it."""
    tf.keras.utils.set_random_seed(1)
    weights = model.trainable_weights
    with tf.GradientTape() as tape:
        loss = _loss(model(inputs, training=training))
    gradients = tape.gradient(loss, weights)
    present = [(gradient, weight) for gradient, weight in zip(gradients, weights) if gradient is not None]
    tf.keras.optimizers.SGD(0.1, global_clipnorm=1.0).apply_gradients(present)
    sums = [None if g is None else float(tf.reduce_sum(tf.abs(tf.convert_to_tensor(g)))) for g in gradients]
    return [loss, sums, _loss(model(inputs))]


def _heads(trained):
    """All heads of the file that has the trained one, and its models without a head."""
    classes = [getattr(transformers, name) for name in importlib.import_module(trained.__module__).__all__]
    models = [head for head in classes if "call" in vars(head) and issubclass(head, transformers.TFPreTrainedModel)]
    return [head for head in models if not head.__name__.endswith("DecodeHead")]


_NOT_TO_GENERATE = ("labels", "decoder_input_ids", "token_type_ids")


def _generated(model, inputs, ways):
    """What a model generates: greedily, in other ways, and then in a compiled function, too."""
    inputs = {name: value for name, value in inputs.items() if name not in _NOT_TO_GENERATE}
    found = [model.generate(**inputs, **{"max_new_tokens": 5, **way}) for way in ({}, *ways)]
    if ways and model.supports_xla_generation:
        found += [tf.function(lambda **inputs: model.generate(**inputs, max_new_tokens=5), jit_compile=True)(**inputs)]
    return found


def _again(model, inputs):
    """What a model gives after it was saved and loaded."""
    folder = tempfile.mkdtemp()
    tf.keras.utils.set_random_seed(1)
    model.save_pretrained(folder)
    loaded = type(model).from_pretrained(folder)
    return [sorted(os.listdir(folder)), _digest(loaded(inputs)[0])]


def family(name, trained, inputs=None, generate=None, **config):
    """Makes a program of a family: `trained` is the head that is trained."""

    def run():
        trained_head = getattr(transformers, "TF" + trained)
        found = {}
        for head in _heads(trained_head):
            tf.keras.backend.clear_session()
            model, chosen = _made(head, trained_head, config), _inputs(head, inputs or {})
            model(chosen)
            found[head.__name__] = {key: _digest(value) for key, value in _fill(model)(chosen).items()}
            if head is not trained_head:
                continue
            found["names"] = [weight.name for weight in model.weights]
            in_graph = {key: value for key, value in chosen.items() if key != "labels" or "CTC" not in trained}
            found["function"] = {key: _digest(value) for key, value in tf.function(model)(in_graph).items()}
            found["saved"] = _again(model, chosen)
            if generate is not None:
                found["generated"] = _generated(model, chosen, generate)
            found["training"] = _step(model, chosen, True)
            found["inference"] = _step(model, chosen, False)
        return found

    PROGRAMS[name] = run


BEAMS = [{"num_beams": 2}]
SAMPLED = [{"do_sample": True, "seed": [1, 2], "top_k": 20, "top_p": 0.9}]
STAGES = {"hidden_sizes": [8, 8, 16, 16], "depths": [1, 1, 2, 1]}
SOUND = {"conv_dim": [8, 8], "conv_stride": [5, 2], "conv_kernel": [10, 3], "num_conv_pos_embeddings": 8}
SOUND |= {"num_conv_pos_embedding_groups": 2, "num_feat_extract_layers": 2}
WAVES = {"attention_mask": np.array([[1] * 400, [1] * 300 + [0] * 100], "int32"), "token_type_ids": None}
DISENTANGLED = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]}
BOXES = {"bbox": np.sort(_ids(2, 7, 4), -1)}
FRAMES = {"input_features": normal(2, 20, 8), "attention_mask": np.ones([2, 20], "int32")}
SEEN = {"visual_feats": normal(2, 4, 8), "visual_pos": normal(2, 4, 4, seed=1)}
OF_TABLE = {"token_type_ids": _ids(2, 7, 7) % 2}
POINTS = {"input_points": normal(2, 1, 2, 2) * 4 + 16, "input_labels": np.array([[[1, 0]], [[1, 1]]], "int32")}
ONE_IMAGE = {"pixel_values": normal(2, 1, 3, 32, 32), "image_attention_mask": np.ones([2, 7, 1], "int32")}
DOCUMENTS = {"context_input_ids": _ids(4, 7), "context_attention_mask": np.ones([4, 7], "int32")}
DOCUMENTS |= {"doc_scores": normal(2, 2), "input_ids": None, "attention_mask": None, "decoder_input_ids": _ids(2, 7)}
LARGER = {"pixel_values": normal(2, 3, 64, 64)}
CROSS = {"is_decoder": True, "add_cross_attention": True}

family("albert", "AlbertForMaskedLM")
family("bart", "BartForConditionalGeneration", generate=BEAMS + SAMPLED)
family("bert", "BertForMaskedLM")
family("blenderbot", "BlenderbotForConditionalGeneration", generate=BEAMS)
family("blenderbot_small", "BlenderbotSmallForConditionalGeneration", generate=[])
family(
    "blip",
    "BlipForConditionalGeneration",
    generate=[],
    text_config=part("BlipTextConfig", encoder_hidden_size=16),
    vision_config=part("BlipVisionConfig", num_channels=3),
    image_text_hidden_size=16,
)
family("camembert", "CamembertForMaskedLM")
family("clip", "CLIPModel", text_config=part("CLIPTextConfig"), vision_config=part("CLIPVisionConfig"))
family("convbert", "ConvBertForMaskedLM")
family("convnext", "ConvNextForImageClassification", patch_size=4, **STAGES)
family("convnextv2", "ConvNextV2ForImageClassification", patch_size=4, **STAGES)
family("ctrl", "CTRLLMHeadModel", generate=[])
family("cvt", "CvtForImageClassification", embed_dim=[8, 8, 16], num_heads=[1, 2, 2], depth=[1, 2, 3], image_size=32)
family("data2vec_vision", "Data2VecVisionForImageClassification", num_hidden_layers=4, out_indices=[1, 2, 3, 4])
family("deberta", "DebertaForMaskedLM", **DISENTANGLED)
family("deberta_v2", "DebertaV2ForMaskedLM", position_buckets=8, **DISENTANGLED)
family("deit", "DeiTForImageClassification")
family("distilbert", "DistilBertForMaskedLM")
family("dpr", "DPRReader", projection_dim=0)
family("electra", "ElectraForMaskedLM")
family(
    "encoder_decoder",
    "EncoderDecoderModel",
    generate=[],
    encoder=part("BertConfig"),
    decoder=part("BertConfig", **CROSS),
)
family("esm", "EsmForMaskedLM", mask_token_id=3, position_embedding_type="rotary")
family("flaubert", "FlaubertWithLMHeadModel", initializer_range=0.02)
family("funnel", "FunnelForMaskedLM", block_sizes=[1, 1], num_decoder_layers=1, d_head=8)
family("gpt2", "GPT2LMHeadModel", generate=BEAMS + SAMPLED)
family("gptj", "GPTJForCausalLM", rotary_dim=4, generate=[])
family(
    "groupvit",
    "GroupViTModel",
    text_config=part("GroupViTTextConfig"),
    vision_config=part(
        "GroupViTVisionConfig", depths=[1, 1, 1], num_group_tokens=[4, 2, 0], num_output_groups=[4, 2, 2]
    ),
    projection_intermediate_dim=24,
)
family("hubert", "HubertForCTC", WAVES, **SOUND)
family(
    "idefics",
    "IdeficsForVisionText2Text",
    ONE_IMAGE,
    vision_config={
        "embed_dim": 16,
        "image_size": 32,
        "patch_size": 8,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
    },
)
family("layoutlm", "LayoutLMForMaskedLM", BOXES)
family("layoutlmv3", "LayoutLMv3ForSequenceClassification", BOXES, coordinate_size=2, shape_size=4)
family("led", "LEDForConditionalGeneration", attention_window=4, generate=[])
family("longformer", "LongformerForMaskedLM", attention_window=4)
family("lxmert", "LxmertForPreTraining", SEEN, visual_feat_dim=8, l_layers=1, x_layers=1, r_layers=1)
family("marian", "MarianMTModel", generate=BEAMS)
family("mbart", "MBartForConditionalGeneration", generate=[])
family("mistral", "MistralForCausalLM", num_key_value_heads=1, generate=[])
family("mobilebert", "MobileBertForMaskedLM", intra_bottleneck_size=16)
family("mobilevit", "MobileViTForImageClassification", LARGER, image_size=64, patch_size=2)
family("mpnet", "MPNetForMaskedLM")
family("mt5", "MT5ForConditionalGeneration", generate=[])
family("openai", "OpenAIGPTLMHeadModel", generate=[])
family("opt", "OPTForCausalLM", word_embed_proj_dim=16, generate=[])
family("pegasus", "PegasusForConditionalGeneration", generate=[])
family(
    "rag",
    "RagTokenForGeneration",
    DOCUMENTS,
    question_encoder=part("DPRConfig", projection_dim=0),
    generator=part("BartConfig"),
    n_docs=2,
)
family("regnet", "RegNetForImageClassification", LARGER, image_size=64, groups_width=4, **STAGES)
family("rembert", "RemBertForMaskedLM", input_embedding_size=16, output_embedding_size=16)
family("resnet", "ResNetForImageClassification", LARGER, image_size=64, **STAGES)
family("roberta", "RobertaForMaskedLM")
family("roberta_prelayernorm", "RobertaPreLayerNormForMaskedLM")
family("roformer", "RoFormerForMaskedLM", rotary_value=True)
family(
    "sam",
    "SamModel",
    POINTS,
    vision_config=part("SamVisionConfig", window_size=2, global_attn_indexes=[1], output_channels=16, num_pos_feats=8),
    prompt_encoder_config=part("SamPromptEncoderConfig", mask_input_channels=4),
    mask_decoder_config=part("SamMaskDecoderConfig", mlp_dim=24, iou_head_hidden_dim=16),
)
family("segformer", "SegformerForSemanticSegmentation", hidden_sizes=[8, 8, 16, 16], num_attention_heads=[1, 2, 2, 2])
family(
    "speech_to_text",
    "Speech2TextForConditionalGeneration",
    FRAMES,
    generate=[],
    input_feat_per_channel=8,
    conv_channels=16,
)
family("swiftformer", "SwiftFormerForImageClassification", embed_dims=[8, 8, 16, 16], depths=[1, 1, 2, 1])
family("swin", "SwinForImageClassification", embed_dim=8, depths=[1, 2], num_heads=[1, 2], window_size=2, patch_size=2)
family("t5", "T5ForConditionalGeneration", generate=BEAMS + SAMPLED)
family("tapas", "TapasForQuestionAnswering", OF_TABLE)
family(
    "vision_encoder_decoder",
    "VisionEncoderDecoderModel",
    generate=[],
    encoder=part("ViTConfig"),
    decoder=part("GPT2Config", **CROSS),
)
family(
    "vision_text_dual_encoder",
    "VisionTextDualEncoderModel",
    vision_config=part("ViTConfig"),
    text_config=part("BertConfig"),
)
family("vit", "ViTForImageClassification")
family(
    "vit_mae",
    "ViTMAEForPreTraining",
    decoder_hidden_size=16,
    decoder_num_hidden_layers=1,
    decoder_num_attention_heads=2,
)
family("wav2vec2", "Wav2Vec2ForCTC", WAVES, **SOUND)
family("whisper", "WhisperForConditionalGeneration", FRAMES, generate=[], num_mel_bins=20, max_source_positions=4)
family("xglm", "XGLMForCausalLM", generate=[])
family("xlm", "XLMWithLMHeadModel", initializer_range=0.02)
family("xlm_roberta", "XLMRobertaForMaskedLM")
family("xlnet", "XLNetLMHeadModel", generate=[])


def _small(head, **more):
    """A head with new weights, and what it takes."""
    head = getattr(transformers, "TF" + head)
    model, inputs = head(_configuration(head.config_class, **more)), _inputs(head, {})
    model(inputs)
    return _fill(model), inputs


PROMPT = {"input_ids": INPUTS["input_ids"][:, :4]}
WAYS = {
    "contrastive": {"penalty_alpha": 0.6, "top_k": 4},
    "beams": {"num_beams": 3, "num_return_sequences": 2, "length_penalty": 0.5, "early_stopping": True},
    "sampled beams": {"do_sample": True, "num_beams": 2, "seed": [1, 2]},
    "sampled": {"do_sample": True, "seed": [3, 4], "temperature": 0.7, "top_k": 10, "top_p": 0.8},
    "not repeated": {"repetition_penalty": 1.5, "no_repeat_ngram_size": 2},
    "not these": {"bad_words_ids": [[5], [6, 7]], "suppress_tokens": [8, 9], "begin_suppress_tokens": [10]},
    "of a length": {"min_length": 7, "forced_eos_token_id": 2},
    "with scores": {"return_dict_in_generate": True, "output_scores": True, "output_attentions": True},
}
IN_FUNCTIONS = [(name, compiled) for name in ("contrastive", "beams", "of a length") for compiled in (False, True)]
IN_FUNCTIONS += [("sampled", False)]  # compiled functions draw other numbers


def _in_ways(head, **config):
    model, _ = _small(head, **config)
    found = {}
    for name, way in WAYS.items():
        result = model.generate(**PROMPT, max_new_tokens=6, **way)
        found[name] = _digest(list(result.values())) if hasattr(result, "values") else result
    for name, compiled in IN_FUNCTIONS:
        generate = tf.function(
            lambda input_ids, way=WAYS[name]: model.generate(input_ids, max_new_tokens=6, **way), jit_compile=compiled
        )
        found[name, compiled] = generate(tf.constant(PROMPT["input_ids"]))
    return found


@program
def ways_to_generate():
    return _in_ways("GPT2LMHeadModel")


@program
def ways_to_translate():
    return _in_ways("T5ForConditionalGeneration")


@program
def ways_to_save():
    model, inputs = _small("BertForSequenceClassification")
    found = []
    for options in ({}, {"safe_serialization": False}, {"max_shard_size": "8KB"}):
        folder = tempfile.mkdtemp()
        model.save_pretrained(folder, **options)
        loaded = transformers.TFAutoModelForSequenceClassification.from_pretrained(folder)
        found += [sorted(os.listdir(folder)), loaded(inputs).logits]
    folder = tempfile.mkdtemp()
    model.save_pretrained(folder, saved_model=True)
    served = tf.saved_model.load(os.path.join(folder, "saved_model", "1")).signatures["serving_default"]
    words = {name: inputs[name] for name in ("input_ids", "attention_mask", "token_type_ids")}
    signature = served.structured_input_signature[1]
    found += [
        {name: str(signature[name]) for name in sorted(signature)},
        str(served.structured_outputs),
        served(**words),
    ]
    model.save_weights(os.path.join(folder, "weights"))
    other = type(model)(model.config)
    other(inputs)
    other.load_weights(os.path.join(folder, "weights")).expect_partial()
    found += [other(inputs).logits]
    other.resize_token_embeddings(60)
    return [*found, other.get_input_embeddings().weight.shape.as_list(), other(inputs).logits]


@program
def generation_in_a_saved_model():
    model, _ = _small("GPT2LMHeadModel")

    class Writer(tf.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.int32), tf.TensorSpec([None, 4], tf.int32)])
        def serving(self, input_ids, attention_mask):
            written = self.model.generate(
                input_ids=input_ids, attention_mask=attention_mask, max_new_tokens=5, return_dict_in_generate=True
            )
            return {"sequences": written["sequences"]}

    writer, folder = Writer(), tempfile.mkdtemp()
    tf.saved_model.save(writer, folder, signatures={"serving_default": writer.serving})
    served = tf.saved_model.load(folder).signatures["serving_default"]
    ids = tf.constant(PROMPT["input_ids"])
    return [served(input_ids=ids, attention_mask=tf.ones_like(ids)), writer.serving(ids, tf.ones_like(ids))]


WITHOUT_DROPOUT = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}


@program
def fitting():
    tf.keras.utils.set_random_seed(1)
    found = []
    for compiled in (False, True):
        model, inputs = _small("BertForSequenceClassification", **WITHOUT_DROPOUT)
        optimizer, rate = transformers.create_optimizer(
            1e-2, num_train_steps=8, num_warmup_steps=2, weight_decay_rate=0.01, adam_global_clipnorm=1.0
        )
        model.compile(optimizer, jit_compile=compiled, metrics=["accuracy"])
        data = tf.data.Dataset.from_tensor_slices(inputs).repeat(4).batch(2)
        found += [model.fit(data, epochs=2, verbose=0).history, model.evaluate(data, verbose=0, return_dict=True)]
        found += [_digest(model.predict(data, verbose=0).logits), [rate(step) for step in range(10)]]
        found += [type(optimizer).__name__, optimizer.iterations]
    return found


@program
def accumulated_gradients():
    model, inputs = _small("GPT2LMHeadModel", resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0)
    accumulator = transformers.GradientAccumulator()
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(inputs, training=True).loss)
        accumulator(tape.gradient(loss, model.trainable_weights))
    sums = [tf.reduce_sum(tf.abs(gradient)) for gradient in accumulator.gradients]
    step = accumulator.step
    accumulator.reset()
    return [sums, step, accumulator.step]


@program
def as_a_layer():
    tf.keras.utils.set_random_seed(1)
    main, _ = _small("DistilBertModel", dropout=0.0, attention_dropout=0.0)
    words, mask = (tf.keras.Input((7,), dtype="int32", name=name) for name in ("input_ids", "attention_mask"))
    hidden = main(words, attention_mask=mask).last_hidden_state
    pooled = tf.keras.layers.GlobalAveragePooling1D()(hidden, mask=tf.cast(mask, tf.bool))
    model = tf.keras.Model([words, mask], tf.keras.layers.Dense(1, kernel_initializer="ones")(pooled))
    model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
    x = [INPUTS["input_ids"], INPUTS["attention_mask"]]
    losses = model.fit(x, np.array([[0.0], [1.0]]), epochs=3, verbose=0, shuffle=False).history["loss"]
    folder = tempfile.mkdtemp()
    model.save(folder, save_format="tf")
    return [losses, model.predict(x, verbose=0), tf.saved_model.load(folder)([tf.constant(part) for part in x], False)]


@program
def half_floats():
    found = []
    for policy in ("mixed_float16", "mixed_bfloat16"):
        tf.keras.mixed_precision.set_global_policy(policy)
        try:
            for head in (
                "BertForMaskedLM",
                "GPT2LMHeadModel",
                "T5ForConditionalGeneration",
                "ViTForImageClassification",
            ):
                model, inputs = _small(head)
                outputs = model(inputs)
                found += [outputs.logits.dtype.name, np.round(np.mean(np.abs(outputs.logits.numpy().astype("f"))), 2)]
        finally:
            tf.keras.mixed_precision.set_global_policy("float32")
    return found


def _tokenizer():
    folder = tempfile.mkdtemp()
    words = "[PAD] [UNK] [CLS] [SEP] [MASK] the a dog cat runs sits on mat ##s ##ing . ,".split()
    words += [f"word{i}" for i in range(48 - len(words))]
    with open(os.path.join(folder, "vocab.txt"), "w") as file:
        file.write("\n".join(words))
    return transformers.BertTokenizerFast(os.path.join(folder, "vocab.txt"))


TEXTS = ["The dog runs on the mat.", "A cat sits"]


@program
def tokens():
    tokenizer = _tokenizer()
    given = tokenizer(TEXTS, padding=True, return_tensors="tf")
    model, _ = _small("BertForMaskedLM", pad_token_id=0)
    rows = [tokenizer(text) for text in TEXTS]
    padded = transformers.DataCollatorWithPadding(tokenizer, return_tensors="tf")(rows)
    labelled = transformers.DefaultDataCollator(return_tensors="tf")(
        [{"x": [1, 2], "label": 1}, {"x": [3, 4], "label": 0}]
    )
    return [
        dict(given),
        _digest(model(given).logits),
        dict(padded),
        labelled,
        tokenizer.batch_decode(given["input_ids"]),
    ]


@program
def pipelines():
    tokenizer = _tokenizer()
    found = []
    for kind, head in (
        ("TextClassificationPipeline", "BertForSequenceClassification"),
        ("TokenClassificationPipeline", "BertForTokenClassification"),
        ("FillMaskPipeline", "BertForMaskedLM"),
        ("FeatureExtractionPipeline", "BertModel"),
    ):
        model, _ = _small(head, pad_token_id=0)
        run = getattr(transformers, kind)(model=model, tokenizer=tokenizer, framework="tf")
        found += [run(["the dog [MASK] on the mat ."])]
    return found


@program
def activations():
    from transformers import activations_tf

    x = tf.constant(np.linspace(-3, 3, 8, dtype="f"))
    return {name: activations_tf.get_tf_activation(name)(x) for name in sorted(activations_tf.ACT2FN) if name != "glu"}
