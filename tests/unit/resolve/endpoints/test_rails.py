"""Routes of Rails: what `routes.draw` means by convention."""

from __future__ import annotations

from support.endpoints import list_around, list_handlers, list_reasons, make_graph

from codegraph.graph_model import Graph

APPLICATION = 'require "rails"\nmodule Shop\n  class Application < Rails::Application\n  end\nend\n'


def draw(routes: str, **controllers: str) -> Graph:
    files = {
        f"app/controllers/{path}_controller.rb": f"class {name}Controller\n"
        + "".join(f"  def {action}; end\n" for action in actions.split())
        + "end\n"
        for path, (name, actions) in {
            key: (key.title().replace("_", ""), value) for key, value in controllers.items()
        }.items()
    }
    text = f"Rails.application.routes.draw do\n{routes}\nend\n"
    return make_graph({"config/application.rb": APPLICATION, "config/routes.rb": text, **files})


def test_a_route_names_the_action_of_a_controller() -> None:
    graph = draw(
        'get "/about" => "pages#about"\npost "seen", to: "pages#see"\nroot "pages#home"', pages="about see home"
    )
    assert list_handlers(graph) == {
        "GET /about": "PagesController.about",
        "POST /seen": "PagesController.see",
        "GET /": "PagesController.home",
    }


def test_resources_have_seven_actions_and_what_is_added() -> None:
    graph = draw(
        "resources :orders, only: [:index, :show] do\n  member { post :ship }\n  collection do\n    get :late\n  end\n"
        "  resources :lines, only: :destroy\nend",
        orders="index show ship late",
        lines="destroy",
    )
    assert list_handlers(graph) == {
        "GET /orders": "OrdersController.index",
        "GET /orders/{id}": "OrdersController.show",
        "POST /orders/{id}/ship": "OrdersController.ship",
        "GET /orders/late": "OrdersController.late",
        "DELETE /orders/{order_id}/lines/{id}": "LinesController.destroy",
    }


def test_a_singular_resource_has_no_key_and_a_plural_controller() -> None:
    graph = draw("resource :profile, only: %i[show update]", profiles="show update")
    assert list_handlers(graph) == {
        "GET /profile": "ProfilesController.show",
        "PATCH /profile": "ProfilesController.update",
        "PUT /profile": "ProfilesController.update",
    }


def test_a_namespace_is_a_module_and_a_prefix() -> None:
    text = "Rails.application.routes.draw do\n  namespace :admin do\n    resources :users, only: [:index]\n  end\nend\n"
    controller = "class Admin::UsersController\n  def index; end\nend\n"
    outside = "class UsersController\n  def index; end\nend\n"
    graph = make_graph(
        {
            "config/application.rb": APPLICATION,
            "config/routes.rb": text,
            "app/controllers/admin/users_controller.rb": controller,
            "app/controllers/users_controller.rb": outside,
        }
    )
    assert list_handlers(graph) == {"GET /admin/users": "Admin.UsersController.index"}


def test_each_form_of_an_optional_part_is_a_route() -> None:
    graph = draw('get "top(/page/:page)" => "pages#top"', pages="top")
    assert set(list_handlers(graph)) == {"GET /top", "GET /top/page/{page}"}


def test_what_is_not_decided_says_so() -> None:
    graph = draw('get "/old", to: redirect("/new")\nget "/gone", to: "pages#gone"\ndevise_for :users', pages="about")
    assert list_handlers(graph) == {}
    assert {reason for _, reason in list_reasons(graph)} == {"unknown-handler"}


BASE = (
    "class ApplicationController < ActionController::Base\n"
    "  include Tracked\n"
    "  before_action :authenticate\n"
    "  around_action :in_zone, if: :zoned?\n"
    "  private\n"
    "  def authenticate; end\n"
    "  def in_zone; end\n"
    "  def zoned?; end\n"
    "end\n"
)
TRACKED = (
    "module Tracked\n"
    "  extend ActiveSupport::Concern\n"
    "  included do\n"
    "    after_action :track, only: %i[show]\n"
    "  end\n"
    "  def track; end\n"
    "end\n"
)


def run_around(body: str, routes: str = "resources :users, only: [:index, :show]") -> dict[str, set[str]]:
    """Return what runs around each route of a controller with a body."""
    actions = "  def index; end\n  def show; end\n"
    filters = "  def load_user; end\n  def check(x); end\n"
    graph = make_graph({
        "config/application.rb": APPLICATION,
        "config/routes.rb": f"Rails.application.routes.draw do\n{routes}\nend\n",
        "app/controllers/application_controller.rb": BASE,
        "app/controllers/concerns/tracked.rb": TRACKED,
        "app/controllers/gate.rb": "class Gate\n  def self.before(controller); end\nend\n",
        "app/controllers/users_controller.rb":
            f"class UsersController < ApplicationController\n{body}\n{actions}{filters}end\n",
    })  # fmt: skip
    found: dict[str, set[str]] = {}
    for source, target in list_around(graph):
        if " /" in source:
            found.setdefault(source, set()).add(target.rpartition(".")[2])
    return found


INHERITED = {"authenticate", "in_zone", "zoned?"}


def test_filters_of_a_controller_and_of_those_above_run_around_its_routes() -> None:
    assert run_around("  before_action :load_user, only: [:show]") == {
        "GET /users": INHERITED,
        "GET /users/{id}": INHERITED | {"track", "load_user"},
    }


def test_a_filter_is_left_out_by_except_and_taken_off_again() -> None:
    around = run_around("  before_action :load_user, except: :show\n  skip_before_action :authenticate, only: :index")
    assert around["GET /users"] == {"in_zone", "zoned?", "load_user"}
    assert around["GET /users/{id}"] == INHERITED | {"track"}


def test_the_last_call_that_names_a_filter_counts() -> None:
    around = run_around("  after_action :track, only: :index")
    assert around == {"GET /users": INHERITED | {"track"}, "GET /users/{id}": INHERITED}


def test_blocks_and_classes_are_filters() -> None:
    around = run_around("  before_action -> { check(:a) }, only: :index\n  before_action(only: :show) { load_user }\n"
                        "  before_action Gate, only: :show")  # fmt: skip
    assert around["GET /users"] == INHERITED | {"check"}
    assert around["GET /users/{id}"] == INHERITED | {"track", "load_user", "before"}


def test_a_filter_of_the_controllers_of_another_library_runs_nowhere() -> None:
    around = run_around("  before_action :load_user, if: :devise_controller?\n"
                        "  before_action :track, unless: :devise_controller?, only: :index")  # fmt: skip
    assert around["GET /users"] == INHERITED | {"track"}


def test_a_filter_of_names_that_are_not_known_runs_nowhere() -> None:
    assert run_around("  before_action :load_user, only: NAMES")["GET /users"] == INHERITED


RECORDS = (
    "class ApplicationRecord < ActiveRecord::Base\n"
    "end\n"
    "class Post < ApplicationRecord\n"
    "  has_many :notes\n"
    "  validate :proper\n"
    "  before_save :tidy, if: :messy?\n"
    "  after_commit :publish, on: :create\n"
    "  after_destroy { sweep }\n"
    "  def proper; end\n"
    "  def tidy; end\n"
    "  def messy?; end\n"
    "  def publish; end\n"
    "  def sweep; end\n"
    "  def again; save; end\n"
    "end\n"
    "class Note < ApplicationRecord\n"
    "  before_create :stamp\n"
    "  def stamp; end\n"
    "end\n"
    "class Desk\n"
    "  def post = Post.create!(title: 1)\n"
    "  def drop(id) = Post.find(id).destroy\n"
    "  def note(id) = Post.find(id).notes.create(text: 1)\n"
    "  def other(any) = any.save\n"
    "end\n"
)


def test_what_writes_a_record_runs_its_callbacks() -> None:
    graph = make_graph({"config/application.rb": APPLICATION, "app/models/post.rb": RECORDS})
    found: dict[str, set[str]] = {}
    for source, target in list_around(graph):
        found.setdefault(source, set()).add(target.rpartition(".")[2])
    saved = {"proper", "tidy", "messy?", "publish"}
    assert found == {"post": saved, "again": saved, "drop": {"publish", "sweep"}, "note": {"stamp"}}
