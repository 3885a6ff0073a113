"""Routes of Rails: what `routes.draw` means by convention."""

from __future__ import annotations

from support.endpoints import list_handlers, list_reasons, make_graph

from codegraph.model import Graph

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
