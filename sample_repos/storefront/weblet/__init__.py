"""A very small web toolkit; everything public is re-exported here."""

from .application import Application as Application
from .context import RequestContext as RequestContext
from .context import current_request as current_request
from .http import Reply as Reply
from .http import Request as Request
from .replies import build_reply as build_reply
from .replies import redirect
from .routing import Router

__all__ = ["Application", "Reply", "Request", "RequestContext", "Router", "build_reply", "current_request", "redirect"]
