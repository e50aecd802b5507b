"""What `inspect` tells of functions that are decorated: the parameters of what is inside, wrapped or not."""

import functools
import inspect

import pytest

from support.compare import Cases, same_results

case = Cases()


def described(function):
    """Names of parameters, as asked for in both ways; the class of an error."""
    found = []
    for ask in (inspect.signature, inspect.getfullargspec):
        try:
            told = ask(function)
        except (TypeError, ValueError) as error:
            found.append(type(error).__name__)
            continue
        found.append(list(told.parameters) if ask is inspect.signature else (told[:3], told.kwonlyargs))
    return found


@case
def functions_in_decorators_of_libraries(tf):
    def example(a, b=1, *, c=2):
        return a

    decorator = tf.__internal__.decorator.make_decorator
    decorators = [
        tf.__internal__.dispatch.add_dispatch_support,
        tf.__internal__.tracking.no_automatic_dependency_tracking,
        tf.Module.with_name_scope,
        tf.autograph.experimental.do_not_convert,
        tf.grad_pass_through,
        lambda function: decorator(function, lambda *args, **kwargs: function(*args, **kwargs)),
        tf.py_function(Tout=tf.float32),
    ]
    return [described(decorate(function)) for decorate in decorators for function in (example, lambda x, *y, **z: x)]


@case
def decorated_functions(tf):
    identity = lambda x, y=1: x  # noqa: E731
    return [
        described(function)
        for function in (
            tf.function(identity),
            tf.function(identity, input_signature=[tf.TensorSpec([]), tf.TensorSpec([])]),
            tf.function(functools.partial(lambda a, b: a, 1)),
            tf.function(tf.add),
            tf.custom_gradient(lambda *a, k=1, **q: (a, lambda d: d)),
            tf.custom_gradient(lambda x, y=1: (x, lambda d: d)),
            tf.recompute_grad(identity),
            tf.grad_pass_through(tf.round),
        )
    ]


@case
def decorated_methods(tf):
    class Some(tf.Module):
        @tf.function
        def traced(self, x, *, y=1):
            return x

        @tf.custom_gradient
        def own(self, x):
            return x, lambda d: d

        @tf.Module.with_name_scope
        def scoped(self, x):
            return x

    some = Some()
    return [described(f) for f in (some.traced, Some.traced, some.own, some.scoped, Some.scoped)]


@pytest.mark.parametrize("build", **case.parameters())
def test_case(build, tensorflow, gw):
    same_results(build, tensorflow, gw)


def test_a_decorator_around_itself_is_an_error(gw):
    make = gw.__internal__.decorator.make_decorator
    own = make(lambda x: x, lambda x: x)
    with pytest.raises(ValueError, match="wrapper loop"):
        make(own, own)
