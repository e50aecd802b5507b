"""What random programs of plain Python have found, made small: the name of the class of faults, and the program."""

PROGRAMS = {
    "a finally clause that may return": """PLAN = {'calls': [(1, 0), (0, 0)]}
G1 = 1
def f(a, b):
    try:
        return 2
    finally:
        if a > 0:
            return 1
""",
    "a return that an exception in a finally clause stops": """PLAN = {'calls': [(2, 0), (1, 0), (0, 0)]}
G1 = 1
def f(a, b):
    try:
        try:
            return 'left'
        finally:
            if a == 2:
                return log
            elif a:
                raise E1
    except E1 as e:
        pass
""",
    "a return that another finally clause takes back": """PLAN = {'calls': [(0, 0)]}
G1 = 1
def f(a, b):
    try:
        return 'outer'
    finally:
        for i in items(1, 2, 3):
            try:
                return 'inner'
            finally:
                continue
""",
    "a return that the end of a with statement stops": """PLAN = {'calls': [(1, 1), (1, 0)]}
G1 = 1
def f(a, b):
    with manage(0, Exception), manage(1, fails='exit'):
        if b:
            return a
    log('behind')
""",
    "a way on behind a with statement that swallows": """PLAN = {'calls': [(0, 1), (1, 1), (0, 0)]}
G1 = 1
def f(a, b):
    if b:
        with suppress(E1):
            if a:
                return 1
            raise E1(a)
    log('behind')
    return 2
""",
    "more statements in a finally clause that was entered by a return": """PLAN = {'calls': [(0, 2), (1, 2)]}
G1 = 1
def f(a, b):
    try:
        return 'left'
    finally:
        with manage(3) as m, manage(b, E1):
            if not a:
                pass
            elif a:
                return log
            log('end', m)
""",
    "what an exception in a finally clause follows": """PLAN = {'calls': [(0, 0), (1, 0)]}
G1 = 1
def f(a, b):
    try:
        raise E1(a)
    finally:
        if a:
            return 1
        raise E3(b)
""",
    "a bare raise in a finally clause": """PLAN = {'calls': [(0, 0), (1, 0)]}
G1 = 1
def f(a, b):
    try:
        raise E1(a)
    finally:
        if a:
            return 1
        if not b:
            raise
""",
    "a return only where nothing comes": """PLAN = {'calls': [(1, 1)]}
G1 = 1
def f(a, b=2):
    with manage(0):
        for u in [1, 2]:
            while tick() and a >= 1:
                continue
                while b:
                    if 7 < a:
                        return
            if -1 <= 2:
                pass
        a = b
""",
    "a parameter that is deleted in a loop": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b):
    if b:
        return 'set'
    for a in items(1, 2):
        if a == 2:
            del b
        else:
            log(b)
""",
    "a variable that was deleted, in functions of other functions": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b):
    u = 1
    del u
    for i in [1]:
        def g():
            return u
        def h():
            yield u
    class C:
        def m(self):
            return u
    for each in (g, lambda: list(h()), lambda: [u for _ in (1, 2)], lambda: C().m()):
        try:
            log(each())
        except NameError as error:
            log(type(error).__name__)
    class D:
        n = u
""",
    "a variable that a nested function deletes": """PLAN = {'calls': [(1, 0), (0, 0)]}
G1 = 1
def f(a, b):
    x, y = 1, 2
    def g():
        nonlocal x, y
        if a:
            del x, y
    g()
    for i in range(2):
        if i:
            log(x)
        x += 1
    return x, y
""",
    "the name of a handler is gone behind it": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b):
    for i in range(2):
        try:
            raise E1(i)
        except E1 as e:
            log(e)
        if b:
            e = 2
    return e
""",
    "a variable without a value is deleted": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b):
    try:
        del u
        log('deleted')
    finally:
        if a > 3:
            u = 1
""",
    "a name that only unreached code binds": """PLAN = {'calls': [(0, 0)]}
G1 = 1
def f(a, b):
    while G1:
        x
        continue
        try:
            pass
        except NameError as x:
            pass
""",
    "an iterator that ends with its loop": """PLAN = {'calls': [(0, 0), (1, 0)]}
G1 = 1
def f(a, b):
    try:
        for i in items(1, 2, 3):
            if a:
                break
            raise E1
        log('behind the loop')
    except E1 as e:
        log('caught')
""",
    "truth is asked once": """PLAN = {'calls': [(0, 0), (1, 0), (1, 1)]}
G1 = 1
def f(a, b):
    while truthy(a) and tick():
        pass
    if truthy(a) or truthy(b):
        log('yes')
    x = truthy(a) and b or 5
    assert not (truthy(a) and truthy(b)) or a
    return log(1) if truthy(a) and truthy(b) else x
""",
    "names that a pattern binds though its guard fails": """PLAN = {'calls': [(1, 0), (9, 0)]}
G1 = 1
def f(a, b):
    match {'a': a, 'b': [1, 2]}:
        case {'a': x, 'b': [*ys]} if x > 5:
            pass
        case 3 as y if y > 5:
            pass
        case z if z is None:
            pass
    return x, ys, z
""",
    "an item is read before the value is computed": """PLAN = {'calls': [(7, 0), (1, 0)]}
G1 = 1
def f(a, b):
    xs = [1, 2]
    xs[log(0)] = log(5)
    xs[a] += log(3)
    xs[log(1)] -= b if not spy else (x := 4)
    return xs
""",
    "a constructor that gives something": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b):
    class C(Box):
        def __init__(self, i=1):
            return [i]
    return C()
""",
    "operands of a with statement": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b=2):
    del b
    with a and b as a:
        pass
""",
    "the end of a function behind a stopped return": """PLAN = {'calls': [(1, 0)]}
G1 = 1
def f(a, b):
    try:
        try:
            pass
        except E1 as e2:
            if any:
                return b
        finally:
            raise E2
    except E1 as e4:
        pass
""",
    "the variables of a function": """PLAN = {'calls': [(1, 0), (0, 0)]}
G1 = 1
def f(a, b):
    x = 1
    for i in range(2):
        if i > a:
            y = 2
            log(sorted(locals()), sorted(dir()))
        log(sorted(vars()), locals()['x'])
    del x
    return [locals(), sorted(dir())]
""",
    "the end of an iterator that a failing comprehension went through": """PLAN = {'calls': [(1, 2)]}
G1 = 1
@deco
def f(a, b):
    return [boom for g in items(len, 2) if xs]
""",
}
