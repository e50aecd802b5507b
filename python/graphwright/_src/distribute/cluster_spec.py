"""tf.train.ClusterSpec: which processes a cluster consists of, by the names of their jobs."""

from __future__ import annotations

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.messages.classes import ClusterDef


def _text(value: object, what: str) -> Any:
    if not isinstance(value, (bytes, str)):
        raise TypeError(f"{what} {value!r} must be bytes or unicode")
    return value


@export("train.ClusterSpec")
class ClusterSpec:
    """The processes of a cluster (tf.train.ClusterSpec). It describes; no process is started or looked for.

    Args:
      cluster: a dictionary from the names of jobs to lists of addresses, or to dictionaries from the numbers of processes to
        addresses; a `tf.train.ClusterDef`; or another `ClusterSpec`.

    Raises:
      TypeError: it is something else.

    >>> import graphwright as tf
    >>> cluster = tf.train.ClusterSpec({"worker": ["a:2222", "b:2222"], "ps": {3: "c:2222"}})
    >>> cluster.jobs, cluster.num_tasks("worker"), cluster.task_address("ps", 3)
    (['worker', 'ps'], 2, 'c:2222')
    """

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, ClusterSpec):
            cluster = cluster.as_dict()
        elif hasattr(cluster, "SerializeToString"):
            cluster = {job.name: dict(job.tasks) for job in cluster.job}
        elif not isinstance(cluster, dict):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a `ClusterDef` "
                "protocol buffer"
            )
        self._tasks: dict[str, dict[int, str]] = {}
        for job, tasks in cluster.items():
            if isinstance(tasks, (list, tuple)):
                tasks = dict(enumerate(tasks))
            elif not isinstance(tasks, dict):
                raise TypeError(f"The tasks for job {job!r} must be a list or a dictionary from integers to strings.")
            numbered = {int(number): _text(address, "Task address") for number, address in tasks.items()}
            self._tasks[_text(job, "Job name")] = numbered

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and self._tasks == other._tasks

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{job!r}: {tasks!r}" for job, tasks in sorted(self.as_dict().items()))
        return f"ClusterSpec({{{inside}}})"

    def _of(self, job_name: str | None) -> dict[int, str]:
        if job_name not in self._tasks:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return self._tasks[job_name]

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._tasks)

    def as_dict(self) -> dict[str, Any]:
        """From names of jobs to lists of addresses, or to dictionaries where the numbers of processes have gaps."""
        found: dict[str, Any] = {}
        for job in self.jobs:
            tasks = self._tasks[job]
            numbers = sorted(tasks)
            in_a_row = numbers and numbers == list(range(len(numbers)))
            found[job] = [tasks[number] for number in numbers] if in_a_row else {n: tasks[n] for n in numbers}
        return found

    def as_cluster_def(self) -> ClusterDef:
        """Returns the same as a message."""
        from graphwright._src.messages.classes import ClusterDef, JobDef

        return ClusterDef(job=[JobDef(name=job, tasks=self._tasks[job]) for job in sorted(self._tasks)])

    def num_tasks(self, job_name: str) -> int:
        """Returns how many processes a job has. Raises ValueError where there is no such job."""
        return len(self._of(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """Returns the numbers of a job's processes, in order. Raises ValueError where there is no such job."""
        return sorted(self._of(job_name))

    def task_address(self, job_name: str | None, task_index: int | None) -> str:
        """Returns the address of a process. Raises ValueError where there is no such job or process."""
        tasks = self._of(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return tasks[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """Returns the addresses of a job's processes by their numbers, None in gaps.

        Raises ValueError where there is no such job.
        """
        tasks = self._of(job_name)
        return [tasks.get(number) for number in range(max(tasks, default=-1) + 1)]
