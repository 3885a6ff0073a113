using System;
using Deep = Acme.Deep.Inner;
using Text = System.Text.StringBuilder;
using Alias = Acme.Deep.Inner.Machine;
using Pair = System.Collections.Generic.List<Acme.Deep.Inner.Machine>;

namespace Acme.Other
{
    public class Reader
    {
        public void Read(Pair pair, Acme.Deep.Inner.Machine given)
        {
            Acme.Deep.Inner.Machine.Make().Run(); //> call Machine.cs::Machine.Make exact; call Machine.cs::Machine.Run typed
            global::Acme.Deep.Inner.Machine.Make().Run(); //> call Machine.cs::Machine.Make exact; call Machine.cs::Machine.Run typed; none Other.cs::Machine.Make
            global::Acme.Deep.Inner.Machine.Part.Fix(); //> call Part.Fix exact
            Deep.Machine.Make().Run(); //> call Machine.cs::Machine.Run typed
            Deep::Machine.Make().Run(); //> call Machine.cs::Machine.Run typed
            Alias.Make().Run(); //> call Machine.cs::Machine.Run typed
            Alias.One.Run(); //> call Machine.cs::Machine.Run typed
            new Alias().Run(); //> call Machine.cs::Machine.Run typed
            new global::Acme.Deep.Inner.Machine().Run(); //> call Machine.cs::Machine.Run typed
            new Acme.Deep.Inner.Machine.Part(); //> call Part
            pair[0].Run(); //> call Machine.cs::Machine.Run typed
            var mode = Acme.Deep.Inner.Machine.Mode.On; //> ref Mode.On
            Acme.Deep.Inner.Tools.Oil(given); //> call Tools.Oil exact
            Deep.Box<Alias>.Of(given).Item.Run(); //> call Machine.cs::Machine.Run typed; call Box.Of
            global::Acme.Deep.Inner.Box<Alias>.Of(given).Item.Run(); //> call Machine.cs::Machine.Run typed; call Box.Of
            Machine.Make(); //> call Other.cs::Machine.Make exact
            System.Text.StringBuilder text = new Text(); //> none Make
            typeof(global::Acme.Deep.Inner.Machine).ToString(); //> ref Machine.cs::Machine
            Action run = Acme.Deep.Inner.Machine.Part.Fix; //> ref Part.Fix
        }
    }
}
