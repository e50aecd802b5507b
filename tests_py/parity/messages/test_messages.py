"""Messages such as tf.train.Example behave as protobuf's: what fields take, how they are copied, merged, compared and kept."""

import pytest

from support.folder_cases import Cases, check

group = Cases()

FIELDS = """
t.BytesList(value=["a"])|t.BytesList(value=[b"a", bytearray(b"b")])|t.BytesList(value=[1])|t.BytesList(value=b"ab")
|t.BytesList(value="ab")|t.BytesList(value=[None])|t.BytesList(value=[np.bytes_(b"x")])|t.BytesList(value=(x for x in [b"a"]))
|t.Int64List(value=[2**63])|t.Int64List(value=[2**63 - 1, -2**63])|t.Int64List(value=[2**70])|t.Int64List(value=[-2**63 - 1])
|t.Int64List(value=[1.5])|t.Int64List(value=[1.0])|t.Int64List(value=["1"])|t.Int64List(value=[True])|t.Int64List(value=[None])
|t.Int64List(value=3)|t.Int64List(value="12")|t.Int64List(value=None)|t.Int64List(value=[np.int32(4), np.uint8(5)])
|t.Int64List(value=np.arange(3))|t.Int64List(value=[np.float32(1)])|t.Int64List(value=range(3))|t.Int64List(value={4})
|t.Int64List(value=[np.bool_(True)])
|t.FloatList(value=["a"])|t.FloatList(value=[1, 2.5, np.float64(0.1)])|t.FloatList(value=[1e300])|t.FloatList(value=[-1e300])
|t.FloatList(value=[2**2000])|t.FloatList(value=[None])|t.FloatList(value=[True])|t.FloatList(value=[float("nan")])
|t.FloatList(value=np.array([1.5, 2], np.float32))
|t.Feature(int64_list=3)|t.Feature(foo=3)|t.Feature(int64_list={"value": [1]})|t.Feature(int64_list={"values": [1]})
|t.Feature(int64_list=None)|t.Feature(int64_list=t.FloatList())
|t.Features(feature={"a": {"int64_list": {"value": [3]}}})|t.Features(feature={"a": t.Feature()})
|t.Features(feature={3: t.Feature()})
|t.Features(feature={"a": 3})|t.Features(feature=3)|t.FeatureList(feature=[{"float_list": {"value": [1]}}, t.Feature()])
|t.FeatureList(feature=[3])|t.Example(3)|t.Example(features=t.Features(feature={"b": t.Feature(), "a": t.Feature()}))
|v1.NodeDef(name=3)|v1.NodeDef(name=b"a").name|v1.NodeDef(name=b"\\xff")|v1.NodeDef(name="한글").name
|v1.GraphDef(versions={"producer": 5})
|v1.GraphDef(versions={"producer": 2**31})|v1.GraphDef(versions={"producer": -2**31 - 1})|v1.GraphDef(versions={"producer": True})
|v1.GraphDef(versions={"producer": 1.0})|v1.AttrValue(type=1).type|v1.AttrValue(type="DT_INT32").type|v1.AttrValue(type="NOPE")
|v1.AttrValue(b=1).b|v1.AttrValue(b=2).b|v1.AttrValue(b="x")|v1.AttrValue(b=None).b|v1.AttrValue(s="x")|v1.AttrValue(i=2**62).i|v1.AttrValue(f=3).f
"""

# Each runs from top to bottom on messages made anew; the last value counts.
PROGRAMS = """
m = t.Example(); m.features = t.Features()
m = t.Example(); m.nothing = 3
m = t.Int64List(); m.value = [1]
m = t.Int64List(value=[1]); m.value.append("a")
m = t.Int64List(value=[1]); m.value.extend([2, "a"])
m = t.Int64List(value=[1]); m.value[0] = 5; m.value += [6, 7]; m.value.insert(0, 9); m
m = t.Int64List(value=[1]); m.value[0] = "a"
m = t.Int64List(value=[1]); m.value[3] = 1
m = t.Int64List(value=[1, 2, 3]); del m.value[0]; m.value.pop(); m
m = t.Int64List(value=[1, 2, 3]); m.value[:] = [4, 5]; m
m = t.Int64List(value=[1, 2, 3]); m.value.remove(2); m.value.reverse(); m
m = t.Int64List(value=[3, 1, 2]); m.value.sort(); m
m = t.Int64List(value=[3, 1, 2]); m.value == [3, 1, 2], m.value[1:], list(m.value), len(m.value), 3 in m.value
m = t.Int64List(value=[3]); m.value.MergeFrom([4]); m
m = t.FeatureList(); m.feature[0]
m = t.FeatureList(); m.feature.add(int64_list={"value": [1]}); m
m = t.FeatureList(feature=[t.Feature()]); m.feature[0] = t.Feature()
m = t.FeatureList(); f = t.Feature(); m.feature.append(f); f.int64_list.value.append(1); m
m = t.FeatureList(); m.feature.append(3)
m = t.FeatureList(); m.feature.extend([t.Feature(), 3])
m = t.Features(); m.feature["a"].int64_list.value.append(3); m
m = t.Features(); m.feature["a"] = t.Feature()
m = t.Features(); m.feature["a"]; len(m.feature), "a" in m.feature
m = t.Features(); "b" in m.feature, m.feature.get("b"), list(m.feature)
m = t.Features(); m.feature[3]
m = t.Features(feature={"a": t.Feature()}); del m.feature["a"]; m
m = t.Features(feature={"a": t.Feature()}); m.feature.clear(); len(m.feature)
m = t.Feature(); m.WhichOneof("kind")
m = t.Feature(); m.int64_list.value.append(1); m.float_list.value.append(2); m.WhichOneof("kind"), m
m = t.Feature(); m.int64_list.value.extend([]); m.WhichOneof("kind")
m = t.Feature(); m.int64_list.SetInParent(); m.WhichOneof("kind"), m.HasField("int64_list"), m.HasField("kind")
m = t.Feature(); m.WhichOneof("no")
m = t.Feature(); m.HasField("no")
m = t.Int64List(); m.HasField("value")
m = t.Feature(int64_list={}); m.ClearField("int64_list"); m.WhichOneof("kind")
m = t.Feature(int64_list={}); m.ClearField("kind"); m.WhichOneof("kind")
m = t.Feature(); m.ClearField("no")
m = t.Example(); m.features.feature["x"].bytes_list.value.append(b"\\x00\\xff'\\n\\""); m
m = t.Features(); m.feature["x"].bytes_list.value.append(b"q"); m.ByteSize(), m.SerializeToString(), m.SerializePartialToString()
m = t.Int64List(value=[1]); m.MergeFromString(b"\\n\\x01\\x07"), m
m = t.Int64List(value=[1]); m.ParseFromString(b"\\n\\x01\\x07"), m
m = t.Int64List(value=[1]); m.ParseFromString(b"\\n\\x05\\x07")
m = t.Int64List(value=[1]); m.MergeFromString("x")
m = t.Int64List(value=[1]); m.MergeFrom(t.Int64List(value=[2])); m
m = t.Int64List(value=[1]); m.MergeFrom(t.FloatList())
m = t.Int64List(value=[1]); m.CopyFrom(m); m
m = t.Int64List(value=[1]); m.CopyFrom(3)
m = t.Int64List(value=[1]); copy.deepcopy(m) == m, copy.copy(m) is m, m != t.Int64List(), m == 3
m = t.Int64List(value=[1]); hash(m)
m = t.Int64List(value=[1]); pickle.loads(pickle.dumps(m)) == m
m = t.Int64List.FromString(b"\\n\\x01\\x07\\x10\\x05\\x1a\\x02ab"); m.SerializeToString(), m
m = t.Int64List.FromString(b"\\n\\x01\\x07\\x10\\x05\\x1a\\x02ab"); m.DiscardUnknownFields(); m.SerializeToString()
m = t.Int64List.FromString(b"\\x10\\x05"); m == t.Int64List(), m.ListFields(), m.ByteSize()
m = t.Int64List.FromString(b"\\x10\\x05"); n = t.Int64List(); n.CopyFrom(m); n.SerializeToString()
m = t.Int64List.FromString(b"\\x10\\x05"); n = t.Int64List(value=[1]); n.MergeFrom(m); n.SerializeToString()
m = t.Example.FromString(b"\\n\\x04\\x10\\x05\\x18\\x01"); m.SerializeToString()
m = t.Int64List.FromString(b"\\x10\\x05"); m.Clear(); m.SerializeToString()
m = t.Int64List(); m.IsInitialized(), m.FindInitializationErrors()
m = t.Example.DESCRIPTOR; m.name, m.full_name, [f.name for f in m.fields], m.fields_by_name["features"].number
m = t.Int64List(value=[1]); [(f.name, f.number, list(v)) for f, v in m.ListFields()]
m = v1.GraphDef(); m.versions.producer; m.HasField("versions")
m = v1.GraphDef(); m.versions.producer = 0; m.HasField("versions")
m = v1.GraphDef(); m.node.add(name="a", op="B", input=["x", "^y"]); m
m = v1.NodeDef(); m.attr["T"].type = 1; m.attr["s"].s = b"x"; m.attr["l"].list.i.extend([1, 2]); m.attr["f"].f = 0.1; m
m = v1.NodeDef(); m.attr["x"].shape.dim.add(size=-1); m.attr["x"].shape.unknown_rank = True; m
m = v1.NodeDef(); m.name = 3
m = v1.NodeDef(); m.name = None
m = v1.NodeDef(); del m.name
m = v1.AttrValue(i=3); m.i = 0; m.WhichOneof("value"), m
m = v1.AttrValue(); m.list.SetInParent(); m
m = v1.AttrValue(f=1e-30); m
m = v1.AttrValue(f=float("inf")); m
m = v1.AttrValue(f=123456789.0); m
m = v1.AttrValue(); m.type = 999; m
m = v1.AttrValue(); m.HasExtension("x")
m = v1.AttrValue(); m.ClearExtension("x")
m = v1.AttrValue(); m.Extensions["x"]
"""


CLUSTERS = """
c|c.jobs
|c.as_dict()|c.num_tasks("worker")|c.num_tasks("x")|c.task_indices("worker")|c.task_indices("q")|c.task_address("worker", 4)
|c.task_address("worker", 0)|c.task_address("q", 0)|c.job_tasks("worker")|c.job_tasks("q")|c.as_cluster_def()|C(c) == c
|C(c.as_cluster_def()) == c|bool(C({}))|bool(c)|C(3)|C({"a": 3})|C({"a": [1]})|C({"a": {"x": "y"}})|C({1: ["a"]})|c != 3
|C({"a": "b"})|C({"a": {0: 1}})|C({}).as_dict()|C({"a": []}).as_dict()|C({"a": {1: b"x", 0: "y"}})
|t.ClusterDef(job=[t.JobDef(name="w", tasks={0: "a"})])|t.JobDef(tasks={"x": "a"})
"""


def names(tf):
    import copy
    import pickle

    import numpy as np

    return {"t": tf.train, "v1": tf.compat.v1, "np": np, "copy": copy, "pickle": pickle}


@group
def fields(tf, folder):
    calls = [call.strip() for call in FIELDS.split("|")]
    return [(f"{i} {call}", lambda call=call: repr(eval(call, names(tf)))) for i, call in enumerate(calls)]


@group
def clusters(tf, folder):
    scope = {"t": tf.train, "C": tf.train.ClusterSpec}
    scope["c"] = tf.train.ClusterSpec({"ps": ["a:1", "b:2"], "worker": {1: "c:3", 4: "d:4"}})
    calls = [call.strip() for call in CLUSTERS.split("|")]
    return [(f"{i} {call}", lambda call=call: repr(eval(call, scope))) for i, call in enumerate(calls)]


@group
def programs(tf, folder):
    def run(program):
        *steps, last = program.split("; ")
        scope = names(tf)
        exec("\n".join(steps), scope)
        try:
            compile(last, "last", "eval")
        except SyntaxError:
            exec(last, scope)
            return None
        return repr(eval(last, scope))

    return [(program, lambda program=program: run(program)) for program in PROGRAMS.strip().splitlines()]


@pytest.mark.parametrize("group", **group.parameters())
def test_same_messages(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)
