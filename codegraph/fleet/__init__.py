"""Many repositories indexed and published, each as one task.

Tasks are independent: an engine that exists runs them, processes of this machine or Ray. What a task leaves is a
publication or nothing, so a fleet that was killed is started again, and skips what is published.
"""
