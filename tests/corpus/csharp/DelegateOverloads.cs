using System;

namespace Delegates
{
    public class Rule<T>
    {
        public void Must(Func<T, bool> predicate) { }

        public void Must(Func<T, int, bool> predicate) { }

        public void Must(Func<T, int, string, bool> predicate) { }
    }

    public class Rules
    {
        public Rules(Rule<string> rule, Func<string, int, bool> pair)
        {
            rule.Must(Build()); //> call Rule.Must
            rule.Must((Func<string, bool>)null); //> call Rule.Must typed
            rule.Must(pair); //> call Rule.Must typed
        }

        private Func<string, bool> Build() { return text => true; }
    }
}
