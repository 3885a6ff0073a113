using System;
using Vendor.Widgets;

namespace Acme.Panels
{
    public interface INotifier
    {
        void Notify(string text);
        int Level { get; }
        void Ping() { }
    }

    public interface ILoud : INotifier
    {
        void Shout() => Notify("!"); //> call INotifier.Notify exact
    }

    public class Panel : Widget, INotifier, IDisposable //> implement INotifier
    {
        public void Refresh()
        {
            Notify("a"); //> none INotifier.Notify
            this.Notify("a"); //> none INotifier.Notify
            var level = Level; //> none INotifier.Level
            Ping(); //> none INotifier.Ping
            Dispose(); //> external Widget.Dispose
            ((INotifier)this).Ping(); //> call INotifier.Ping typed
            INotifier self = this;
            self.Notify("b"); //> call INotifier.Notify typed
        }
    }

    public class Board : Panel
    {
        public void Run(Panel panel, Board board)
        {
            panel.Notify("a"); //> none INotifier.Notify
            board.Notify("a"); //> none INotifier.Notify
            base.Notify("a"); //> none INotifier.Notify
        }
    }

    public abstract class Base<T> where T : INotifier
    {
        public abstract void Notify(string text);
        public void Tell(T other) => other.Notify("a"); //> call INotifier.Notify typed
        public void TellMe() => Notify("a"); //> call Base.Notify exact; none INotifier.Notify
    }

    public class Plain : Base<INotifier>, INotifier
    {
        public override void Notify(string text) { } //> override Base.Notify; override INotifier.Notify
        public int Level => 1;
        public void Again() => Notify("a"); //> call Plain.Notify exact; none INotifier.Notify
    }
}
