"""Method names of signatures that are changed in saved models, statuses that raise, and marks for documentation."""

# ruff: noqa: E501
import inspect

import pytest

from support.compare import Cases
from support.twice import assert_same

case = Cases()


def saved(tf, folder):
    v = tf.compat.v1
    with tf.Graph().as_default(), v.Session() as session:
        x = v.placeholder(tf.float32, [2], name="x")
        w = v.get_variable("w", [2], initializer=v.ones_initializer())
        session.run(w.initializer)
        signature = v.saved_model.predict_signature_def({"x": x}, {"y": x + w})
        builder = v.saved_model.Builder(folder)
        builder.add_meta_graph_and_variables(session, ["serve"], {"a": signature, "b": signature})
        builder.add_meta_graph(["other", "more"], {"a": signature})
        builder.save()
    return v.saved_model.signature_def_utils.MethodNameUpdater(folder)


def method_names(tf, folder):
    v = tf.compat.v1
    told = []
    for tags in (["serve"], ["other", "more"]):
        with tf.Graph().as_default(), v.Session() as session:
            if tags == ["serve"]:
                meta = v.saved_model.load(session, tags, folder)
                told.append(sorted((name, each.method_name) for name, each in meta.signature_def.items()))
    return told


CHANGES = """
'zz', 'new'
'a', 'new'
'b', 'new'
'a', 'new', 'serve'
'a', 'new', ['serve']
'a', 'new', ['more', 'other']
'a', 'new', ['other']
'a', 'new', 'none'
'b', 'new', ['serve']
'b', 'new', ['more', 'other']
'', 'new'
None, 'new'
'a', ''
'a', None
""".strip().splitlines()


@case.each(CHANGES)
def changed(tf, name, tmp_path):
    updater = saved(tf, str(tmp_path / tf.__name__))
    failed = None
    try:
        assert updater.replace_method_name(*eval(name)) is None
    except ValueError as error:
        failed = str(error)
    assert updater.save() is None
    return failed, method_names(tf, str(tmp_path / tf.__name__))


@case
def saved_elsewhere(tf, tmp_path):
    updater = saved(tf, str(tmp_path / tf.__name__))
    updater.replace_method_name("a", "new")
    other = tmp_path / f"{tf.__name__}_other"
    try:
        updater.save(str(other))
    except tf.errors.NotFoundError:
        failed = True
    other.mkdir()
    updater.save(str(other))
    again = tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater(str(other))
    again.replace_method_name("a", "newer", ["serve"])
    return failed, sorted(each.name for each in other.iterdir()), method_names(tf, str(tmp_path / tf.__name__))


@case
def no_model(tf, tmp_path):
    return tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater("/nonexistent")


@pytest.mark.parametrize("code", **case.parameters())
def test_method_names(tensorflow, gw, code, tmp_path):
    assert_same(lambda tf: code(tf, tmp_path=tmp_path), tensorflow, gw, message=True)


others = Cases()


@others
def contexts_with_a_status(tf):
    context = tf.compat.v1.errors.raise_exception_on_not_ok_status()
    with context:
        had = hasattr(context, "status")
    try:
        with context:
            raise KeyError("x")
    except KeyError as error:
        return had, hasattr(context, "status"), str(error)


@others
def left_without_having_been_entered(tf):
    return tf.compat.v1.errors.raise_exception_on_not_ok_status().__exit__(None, None, None)


@others
def marks_for_documentation(tf):
    controls = tf.tools.docs.doc_controls

    @controls.inheritable_header("a")
    @controls.do_not_doc_in_subclasses
    class C:
        @controls.header("b")
        @controls.do_not_generate_docs
        def f(self):
            return 3

    class D(C):
        pass

    told = [
        controls.get_header(C.f),
        controls.get_inheritable_header(C),
        controls.get_inheritable_header(D),
        controls.get_header(len),
    ]
    names = "header do_not_generate_docs set_deprecated doc_private get_header do_not_doc_inheritable for_subclass_implementers"
    return told, D().f(), [[*inspect.signature(getattr(controls, name)).parameters] for name in names.split()]


@others
def names_of_dtypes(tf):
    types = tf.security.fuzzing.py.annotation_types
    names = sorted(name for name in dir(types) if name[0] != "_")
    return names, all(issubclass(getattr(types, name), types.DTypeAnnotation) for name in names)


@pytest.mark.parametrize("code", **others.parameters())
def test_others(tensorflow, gw, code):
    assert_same(code, tensorflow, gw)


def test_a_status_raises_the_exception_of_its_code(gw):
    with pytest.raises(gw.errors.NotFoundError, match="it is not there"):
        with gw.compat.v1.errors.raise_exception_on_not_ok_status() as status:
            status.code, status.message = gw.errors.NOT_FOUND, "it is not there"
