"""Objects passed to a framework: jobs, mails, notifications, events, requests and commands."""

from __future__ import annotations

from support.endpoints import make_graph

from codegraph.graph_model import EdgeKind, Graph

JOB = (
    "<?php\nnamespace App\\Jobs;\nuse Illuminate\\Foundation\\Bus\\Dispatchable;\nuse Illuminate\\Bus\\Queueable;\n"
    "class Pack { use Dispatchable, Queueable; function handle() {} function failed() {} function other() {} }\n"
)
EVENT = (
    "<?php\nnamespace App\\Events;\nuse Illuminate\\Foundation\\Events\\Dispatchable;\n"
    "class Sent { use Dispatchable; }\nclass Quiet { use Dispatchable; }\n"
)
ROUTES = "<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('/', fn () => 1);\n"


def make(**files: str) -> Graph:
    return make_graph({"routes/web.php": ROUTES, **{f"app/{n.replace('_', '/')}.php": t for n, t in files.items()}})


def list_edges(graph: Graph, *kinds: EdgeKind) -> set[tuple[str, str, str]]:
    return {
        (graph.get_symbol(e.source)[1].qualname, e.kind.value, graph.get_symbol(e.target)[1].qualname)
        for e in graph.edges
        if e.kind in kinds
    }


def test_a_job_that_is_dispatched_runs():
    send = (
        "<?php\nuse App\\Jobs\\Pack;\nuse Illuminate\\Support\\Facades\\Bus;\n"
        "function one() { Pack::dispatch(1); }\nfunction two() { dispatch(new Pack); }\n"
        "function three() { Bus::chain([new Pack])->dispatch(); }\nfunction none() { count([new Pack]); }\n"
        "function four() { $job = new Pack(); dispatch_sync($job); }\n"
    )
    assert list_edges(make(Jobs_Pack=JOB, send=send), EdgeKind.RUNS) == {
        (name, "runs", f"Pack.{member}") for name in ("one", "two", "three", "four") for member in ("handle", "failed")
    }


def test_a_function_of_the_tree_may_hand_a_job_on():
    send = (
        "<?php\nclass Pack { function handle() {} }\n"
        "class Sender {\n  function dispatch($job) { return app('bus')->dispatch($job); }\n"
        "  function run() { $this->dispatch(new Pack); $this->keep(new Pack); }\n  function keep($job) {}\n}\n"
    )
    assert ("Sender.run", "runs", "Pack.handle") in list_edges(make(send=send), EdgeKind.RUNS)


def test_a_mail_and_a_notification_run_what_makes_them():
    classes = (
        "<?php\nnamespace App;\nuse Illuminate\\Mail\\Mailable;\nuse Illuminate\\Notifications\\Notification;\n"
        "class Welcome extends Mailable { function content() {} function other() {} }\n"
        "class Invited extends Notification { function via($who) {} function toMail($who) {} }\n"
        "class Plain { function content() {} function via($who) {} }\n"
    )
    send = (
        "<?php\nuse App\\{Welcome, Invited, Plain};\nuse Illuminate\\Support\\Facades\\Mail;\n"
        "use Illuminate\\Support\\Facades\\Notification;\n"
        "function mail($who) { Mail::to($who)->send(new Welcome); $who->send(new Plain); }\n"
        "function notify($who) { $who->notify(new Invited); Notification::send($who, new Invited()); }\n"
    )
    assert list_edges(make(classes=classes, send=send), EdgeKind.RUNS) == {
        ("mail", "runs", "Welcome.content"), ("notify", "runs", "Invited.via"), ("notify", "runs", "Invited.toMail"),
    }  # fmt: skip


def test_an_event_reaches_its_listeners():
    listener = (
        "<?php\nnamespace App\\Listeners;\nuse App\\Events\\Sent;\n"
        "class Note { function handle(Sent $event) {} function other(Sent $event) {} }\n"
    )
    listed = "<?php\nnamespace App\\Handlers;\nclass Count { function handle($event) {} function all($event) {} }\n"
    provider = (
        "<?php\nnamespace App\\Providers;\nuse App\\Events\\Sent;\nuse App\\Handlers\\Count;\n"
        "use App\\Listeners\\Note;\nuse Illuminate\\Support\\Facades\\Event;\n"
        "use Illuminate\\Foundation\\Support\\Providers\\EventServiceProvider as Base;\n"
        "class EventProvider extends Base {\n  protected $listen = [Sent::class => [Note::class, Count::class]];\n"
        "  function boot() { Event::listen(Sent::class, [Count::class, 'all']); }\n}\n"
    )
    send = (
        "<?php\nuse App\\Events\\{Sent, Quiet};\n"
        "function one() { event(new Sent); event(new Quiet); }\nfunction two() { Sent::dispatch(); Quiet::dispatch(); }\n"
    )
    graph = make(Events_Sent=EVENT, Listeners_Note=listener, Handlers_Count=listed, Providers_E=provider, send=send)
    topic = "topic:App\\Events\\Sent"
    assert list_edges(graph, EdgeKind.PUBLISHES, EdgeKind.CONSUMES) == {
        ("one", "publishes", topic), ("two", "publishes", topic), (topic, "consumes", "Note.handle"),
        (topic, "consumes", "Count.handle"), (topic, "consumes", "Count.all"),
    }  # fmt: skip


def test_a_command_is_called_by_its_signature():
    command = (
        "<?php\nnamespace App\\Console;\nuse Illuminate\\Console\\Command;\n"
        "class Tidy extends Command { protected $signature = 'app:tidy {user?} {--all}'; function handle() {} }\n"
        "class Other extends Command { protected $signature = 'app:other'; function handle() {} }\n"
    )
    send = (
        "<?php\nuse App\\Console\\Other;\nuse Illuminate\\Support\\Facades\\Artisan;\n"
        "function tidy() { Artisan::call('app:tidy', ['user' => 1]); }\nfunction other() { Artisan::queue(Other::class); }\n"
    )
    assert list_edges(make(Console_Tidy=command, send=send), EdgeKind.REQUESTS, EdgeKind.HANDLES) >= {
        ("command:app:tidy", "handles", "Tidy.handle"), ("command:app:other", "handles", "Other.handle"),
        ("tidy", "requests", "command:app:tidy"), ("other", "requests", "command:app:other"),
    }  # fmt: skip


SPRING = """package shop;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.EventListener;
abstract class Change { }
class Placed extends Change { }
class Unheard { }
class Closed extends org.springframework.context.ApplicationEvent { }
class Orders {
  private final ApplicationEventPublisher events;
  Orders(ApplicationEventPublisher events) { this.events = events; }
  void place() { events.publishEvent(new Placed()); }
  void close() { events.publishEvent(new Closed()); }
  void whisper() { events.publishEvent(new Unheard()); }
}
class Mailer {
  @EventListener void onPlaced(Placed event) { }
  void other(Placed event) { }
  @EventListener void onChange(Change event) { }
}
class Archive implements ApplicationListener<Closed> {
  @Override public void onApplicationEvent(Closed event) { }
}
"""


def test_events_of_spring_reach_listeners_of_their_class_and_of_its_base():
    graph = make_graph({"src/main/java/shop/Orders.java": SPRING})
    assert list_edges(graph, EdgeKind.PUBLISHES, EdgeKind.CONSUMES) == {
        ("Orders.place", "publishes", "topic:shop.Placed"), ("topic:shop.Placed", "consumes", "Mailer.onPlaced"),
        ("Orders.place", "publishes", "topic:shop.Change"), ("topic:shop.Change", "consumes", "Mailer.onChange"),
        ("Orders.close", "publishes", "topic:shop.Closed"),
        ("topic:shop.Closed", "consumes", "Archive.onApplicationEvent"),
    }  # fmt: skip


MEDIATOR = """using MediatR;
namespace Shop;
public class Answer { public int Twice() { return 2; } }
public record Ask() : IRequest<Answer>;
public record Told() : INotification;
public class AskHandler : IRequestHandler<Ask, Answer> {
  public Task<Answer> Handle(Ask request, CancellationToken token) { return Task.FromResult(new Answer()); }
}
public class Log : INotificationHandler<Told> {
  public Task Handle(Told told, CancellationToken token) { return Task.CompletedTask; }
}
public class Asker(ISender sender, IPublisher publisher) {
  public async Task<int> Run() { var answer = await sender.Send(new Ask()); return answer.Twice(); }
  public Task Tell() { return publisher.Publish(new Told()); }
}
"""


def test_a_request_of_mediatr_reaches_its_handler_and_has_its_result():
    graph = make_graph({"Shop.cs": MEDIATOR})
    assert list_edges(graph, EdgeKind.PUBLISHES, EdgeKind.CONSUMES) == {
        ("Asker.Run", "publishes", "topic:Shop.Ask"), ("topic:Shop.Ask", "consumes", "AskHandler.Handle"),
        ("Asker.Tell", "publishes", "topic:Shop.Told"), ("topic:Shop.Told", "consumes", "Log.Handle"),
    }  # fmt: skip
    assert ("Asker.Run", "calls", "Answer.Twice") in list_edges(graph, EdgeKind.CALLS)


def test_interfaces_of_the_tree_with_the_names_of_mediatr_are_none_of_it():
    own = (
        "public interface IRequest<R> {}\npublic interface IRequestHandler<Q, R> {}\n"
        "public interface ISender { Task<R> Send<R>(IRequest<R> q); }\npublic interface INotification {}\n"
        "public interface INotificationHandler<N> {}\npublic interface IPublisher { Task Publish<N>(N n); }\n"
    )
    graph = make_graph({"Shop.cs": MEDIATOR.replace("using MediatR;\n", ""), "Own.cs": f"namespace Shop;\n{own}"})
    assert not list_edges(graph, EdgeKind.PUBLISHES, EdgeKind.CONSUMES)


def test_a_message_of_symfony_reaches_its_handlers():
    head = (
        "<?php\nnamespace App\\Handler;\nuse App\\Message\\Note;\n"
        "use Symfony\\Component\\Messenger\\Attribute\\AsMessageHandler;\n"
    )
    store = head + "#[AsMessageHandler]\nfinal class Store { public function __invoke(Note $note): void {} }\n"
    mail = (
        head + "final class Mail { #[AsMessageHandler] public function send(Note $note): void {}\n"
        "  public function other(Note $note): void {} }\n"
    )
    sender = (
        "<?php\nnamespace App;\nuse App\\Message\\Note;\nuse Symfony\\Component\\Messenger\\MessageBusInterface;\n"
        "class Sender { public function __construct(private MessageBusInterface $bus) {}\n"
        "  public function send(): void { $this->bus->dispatch(new Note()); } }\n"
    )
    message = "<?php\nnamespace App\\Message;\nclass Note {}\n"
    graph = make_graph({
        "app/Handler/Store.php": store, "app/Handler/Mail.php": mail, "app/Sender.php": sender,
        "app/Message/Note.php": message,
    })  # fmt: skip
    topic = "topic:App\\Message\\Note"
    assert list_edges(graph, EdgeKind.PUBLISHES, EdgeKind.CONSUMES) == {
        ("Sender.send", "publishes", topic), (topic, "consumes", "Store.__invoke"), (topic, "consumes", "Mail.send"),
    }  # fmt: skip


def test_classes_of_one_name_in_two_files_are_two_topics():
    def write(module: str) -> str:
        return (
            'import { CommandBus, CommandHandler, EventsHandler } from "@nestjs/cqrs";\n'
            "export class Close { }\n@CommandHandler(Close)\n"
            f"export class {module}Handler {{ async execute(command: Close) {{ }} }}\n"
            f"export class {module}Controller {{\n  constructor(private readonly commands: CommandBus) {{}}\n"
            "  close() { return this.commands.execute(new Close()); }\n}\n"
        )

    graph = make_graph({"src/order.ts": write("Order"), "src/door.ts": write("Door")})
    assert list_edges(graph, EdgeKind.PUBLISHES, EdgeKind.CONSUMES) == {
        ("OrderController.close", "publishes", "topic:src/order.ts.Close"),
        ("topic:src/order.ts.Close", "consumes", "OrderHandler.execute"),
        ("DoorController.close", "publishes", "topic:src/door.ts.Close"),
        ("topic:src/door.ts.Close", "consumes", "DoorHandler.execute"),
    }  # fmt: skip
