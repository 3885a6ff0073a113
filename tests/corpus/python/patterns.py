"""What patterns name: each part of a dotted name, as anywhere else."""

from enum import Enum


class Job:
    class State(Enum):
        DONE = 1
        LEFT = 2

    def __init__(self, state: State):
        self.state = state


def told(job: Job):
    match job.state:
        case Job.State.DONE:  #> ref Job; ref Job.State; ref Job.State.DONE
            return 1
        case Job.State.LEFT | None:  #> ref Job.State; ref Job.State.LEFT; none DONE
            return 2


class Order:
    def __init__(self, job: Job):
        self.job = job


def renamed(order):
    match order:
        case Order(job=Job() as held):
            held.state  #> ref Job.state
        case Order(job=Job(state=Job.State.DONE as done)):
            done.name  #> none Job.state
