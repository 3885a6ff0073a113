// Prints what the compiler binds in C# projects: one line for a name, call or declaration, with tabs between the fields.
//   P name            a project; lines of R (a referenced project), U (a namespace that all files use) and F (a file) follow
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

static class Bindings
{
    sealed class Project
    {
        public string Name = "";
        public List<string> References = new List<string>(), Usings = new List<string>(), Files = new List<string>();
        public CSharpCompilation Compilation;
    }

    static readonly Dictionary<string, Project> Projects = new Dictionary<string, Project>();
    static readonly List<MetadataReference> Library = new List<MetadataReference>();
    static string root = "";

    static int Main(string[] arguments)
    {
        root = arguments[1];
        Project current = null;
        foreach (var line in File.ReadLines(arguments[0]))
        {
            var rest = line.Substring(2);
            if (line[0] == 'P') Projects[rest] = current = new Project { Name = rest };
            else if (line[0] == 'R') current.References.Add(rest);
            else if (line[0] == 'U') current.Usings.Add(rest);
            else current.Files.Add(rest);
        }
        foreach (var path in ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")).Split(':'))
            if (Path.GetFileName(path).StartsWith("System") || Path.GetFileName(path).StartsWith("netstandard") || Path.GetFileName(path).StartsWith("mscorlib") || Path.GetFileName(path).StartsWith("Microsoft.CSharp"))
                Library.Add(MetadataReference.CreateFromFile(path));
        foreach (var project in Projects.Values) Compile(project, 0);
        foreach (var project in Projects.Values)
            foreach (var tree in project.Compilation.SyntaxTrees)
                if (tree.FilePath != "")
                {
                    new Walk(project.Compilation.GetSemanticModel(tree), tree).Visit(tree.GetRoot());
                    foreach (var each in tree.GetRoot().DescendantTrivia().Where(each => each.IsKind(SyntaxKind.DisabledTextTrivia)))
                    {
                        var span = each.GetLocation().GetLineSpan();
                        Console.WriteLine("off\t" + Relative(tree.FilePath) + "\t" + (span.StartLinePosition.Line + 1) + "\t" + (span.EndLinePosition.Line + 1));
                    }
                }
        return 0;
    }

    static CSharpCompilation Compile(Project project, int depth)
    {
        if (project.Compilation != null) return project.Compilation;
        var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None, preprocessorSymbols: new[] { "NET", "NETCOREAPP", "NETSTANDARD", "NET6_0_OR_GREATER", "NETCOREAPP3_1_OR_GREATER", "NETSTANDARD2_0_OR_GREATER", "NETSTANDARD2_0", "HAVE_ASYNC", "HAVE_LINQ", "HAVE_DYNAMIC" });
        var trees = project.Files.Where(File.Exists).Select(path => CSharpSyntaxTree.ParseText(File.ReadAllText(path), options, path)).ToList();
        if (project.Usings.Count > 0)
            trees.Add(CSharpSyntaxTree.ParseText(string.Concat(project.Usings.Select(each => "global using " + each + ";\n")), options, ""));
        var references = new List<MetadataReference>(Library);
        project.Compilation = CSharpCompilation.Create("pending");
        var seen = new HashSet<string>();
        var queue = new Queue<string>(project.References);
        while (queue.Count > 0)
        {
            var name = queue.Dequeue();
            Project other;
            if (!seen.Add(name) || !Projects.TryGetValue(name, out other) || other == project) continue;
            references.Add(Compile(other, depth + 1).ToMetadataReference());
            foreach (var each in other.References) queue.Enqueue(each);
        }
        var kind = trees.Any(each => each.GetRoot().ChildNodes().OfType<GlobalStatementSyntax>().Any()) ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary;
        return project.Compilation = CSharpCompilation.Create(project.Name.Replace('/', '.').Replace(".csproj", ""), trees, references, IgnoreAccess(new CSharpCompilationOptions(kind, allowUnsafe: true)));
    }

    // Tests see the internals of what they test, by keys that are not at hand.
    static CSharpCompilationOptions IgnoreAccess(CSharpCompilationOptions options)
    {
        var flags = typeof(CSharpCompilationOptions).GetProperty("TopLevelBinderFlags", BindingFlags.Instance | BindingFlags.NonPublic);
        if (flags != null) flags.SetValue(options, Enum.ToObject(flags.PropertyType, 1u << 22));
        return options;
    }

    static string Describe(ISymbol symbol)
    {
        var method = symbol as IMethodSymbol;
        if (method != null)
        {
            symbol = (method.ReducedFrom ?? method).OriginalDefinition;
            method = (IMethodSymbol)symbol;
            if (method.PartialImplementationPart != null) symbol = method.PartialImplementationPart;
            if (method.AssociatedSymbol != null) symbol = method.AssociatedSymbol;
        }
        symbol = symbol.OriginalDefinition;
        if (symbol.IsImplicitlyDeclared && symbol.ContainingType != null) symbol = symbol.ContainingType;
        var places = symbol.Locations.Where(each => each.IsInSource && each.SourceTree.FilePath != "").ToList();
        if (places.Count == 0) return "-";
        return string.Join("|", places.Select(each => Locate(each)));
    }

    static string Locate(Location at) => Relative(at.SourceTree.FilePath) + ":" + (at.GetLineSpan().StartLinePosition.Line + 1);
    static string Relative(string path) => path.StartsWith(root) ? path.Substring(root.Length).TrimStart('/') : path;

    sealed class Walk : CSharpSyntaxWalker
    {
        readonly SemanticModel model;
        readonly SyntaxTree tree;
        public Walk(SemanticModel model, SyntaxTree tree) { this.model = model; this.tree = tree; }

        void Tell(string kind, SyntaxToken at, ISymbol symbol)
        {
            var line = Relative(tree.FilePath) + "\t" + (at.GetLocation().GetLineSpan().StartLinePosition.Line + 1);
            var owner = symbol == null ? "" : (symbol.ContainingType ?? symbol).Name;
            var text = kind + "\t" + line + "\t" + (symbol == null ? "?" : Describe(symbol)) + "\t" + owner + "\t" + (symbol == null ? at.ValueText : symbol.Name == ".ctor" ? owner : symbol.Name);
            Console.WriteLine(text);
        }

        static SyntaxToken NameOf(SyntaxNode node)
        {
            var access = node as MemberAccessExpressionSyntax;
            if (access != null) return access.Name.Identifier;
            var binding = node as MemberBindingExpressionSyntax;
            if (binding != null) return binding.Name.Identifier;
            var conditional = node as ConditionalAccessExpressionSyntax;
            if (conditional != null) return NameOf(conditional.WhenNotNull);
            var qualified = node as QualifiedNameSyntax;
            if (qualified != null) return qualified.Right.Identifier;
            var simple = node as SimpleNameSyntax;
            if (simple != null) return simple.Identifier;
            return node.GetFirstToken();
        }

        ISymbol Bind(SyntaxNode node)
        {
            var info = model.GetSymbolInfo(node);
            return info.Symbol;
        }

        public override void VisitInvocationExpression(InvocationExpressionSyntax node)
        {
            var symbol = Bind(node);
            if (!(node.Expression is IdentifierNameSyntax && ((IdentifierNameSyntax)node.Expression).Identifier.Text == "nameof" && symbol == null))
                Tell("call", NameOf(node.Expression), symbol);
            base.VisitInvocationExpression(node);
        }

        void Construct(SyntaxNode node, SyntaxToken at)
        {
            var symbol = Bind(node);
            Tell("new", at, symbol);
            if (symbol != null) Tell("ref", at, symbol.ContainingType);
        }

        public override void VisitObjectCreationExpression(ObjectCreationExpressionSyntax node)
        {
            Construct(node, NameOf(node.Type));
            base.VisitObjectCreationExpression(node);
        }

        public override void VisitImplicitObjectCreationExpression(ImplicitObjectCreationExpressionSyntax node)
        {
            Construct(node, node.NewKeyword);
            base.VisitImplicitObjectCreationExpression(node);
        }

        public override void VisitConstructorInitializer(ConstructorInitializerSyntax node)
        {
            Tell("new", node.ThisOrBaseKeyword, Bind(node));
            base.VisitConstructorInitializer(node);
        }

        public override void VisitPrimaryConstructorBaseType(PrimaryConstructorBaseTypeSyntax node)
        {
            Tell("new", NameOf(node.Type), Bind(node));
            base.VisitPrimaryConstructorBaseType(node);
        }

        public override void VisitIdentifierName(IdentifierNameSyntax node) { Mention(node, node.Identifier); }
        public override void VisitGenericName(GenericNameSyntax node) { Mention(node, node.Identifier); base.VisitGenericName(node); }

        void Mention(SyntaxNode node, SyntaxToken at)
        {
            var symbol = Bind(node);
            if (symbol == null)
            {
                var group = model.GetMemberGroup(node);
                foreach (var each in group) Tell("maybe", at, each);
                if (group.Length == 0) Tell("ref", at, null);
                return;
            }
            if (symbol.Kind == SymbolKind.Namespace || symbol.Kind == SymbolKind.Local || symbol.Kind == SymbolKind.Parameter || symbol.Kind == SymbolKind.RangeVariable || symbol.Kind == SymbolKind.TypeParameter) return;
            Tell("ref", at, symbol);
            var method = symbol as IMethodSymbol;
            if (method != null && method.MethodKind == MethodKind.Constructor) Tell("ref", at, method.ContainingType);
        }

        void TellImplicit(SyntaxNode node, ISymbol symbol)
        {
            if (symbol != null && Describe(symbol) != "-") Tell("implicit", node.GetFirstToken(), symbol);
        }

        public override void DefaultVisit(SyntaxNode node)
        {
            if (node is BinaryExpressionSyntax || node is PrefixUnaryExpressionSyntax || node is PostfixUnaryExpressionSyntax || node is AssignmentExpressionSyntax || node is ElementAccessExpressionSyntax || node is ElementBindingExpressionSyntax || node is ImplicitElementAccessSyntax || node is CastExpressionSyntax)
            {
                var symbol = Bind(node);
                if (symbol != null && Describe(symbol) != "-")
                    foreach (var line in new[] { node.GetFirstToken(), node.GetLastToken() }) Tell("implicit", line, symbol);
            }
            var loop = node as CommonForEachStatementSyntax;
            if (loop != null)
            {
                var info = model.GetForEachStatementInfo(loop);
                foreach (var each in new ISymbol[] { info.GetEnumeratorMethod, info.MoveNextMethod, info.CurrentProperty, info.DisposeMethod })
                    if (each != null && Describe(each) != "-") Tell("implicit", loop.Expression.GetFirstToken(), each);
            }
            var used = node as UsingStatementSyntax;
            var local = node as LocalDeclarationStatementSyntax;
            if (used != null || (local != null && local.UsingKeyword.ValueText == "using"))
            {
                var variables = used != null ? used.Declaration : local.Declaration;
                var value = variables != null && variables.Variables[0].Initializer != null ? variables.Variables[0].Initializer.Value : used != null ? used.Expression : null;
                var type = value == null ? null : model.GetTypeInfo(value).Type;
                if (type != null)
                    foreach (var member in type.AllInterfaces.Concat(new[] { type }).SelectMany(each => each.GetMembers()).Where(each => each.Name == "Dispose" || each.Name == "DisposeAsync"))
                        TellImplicit(variables != null ? (SyntaxNode)variables : value, type.FindImplementationForInterfaceMember(member) ?? member);
            }
            base.DefaultVisit(node);
        }

        public override void VisitClassDeclaration(ClassDeclarationSyntax node) { Implement(node); base.VisitClassDeclaration(node); }
        public override void VisitStructDeclaration(StructDeclarationSyntax node) { Implement(node); base.VisitStructDeclaration(node); }
        public override void VisitRecordDeclaration(RecordDeclarationSyntax node) { Implement(node); base.VisitRecordDeclaration(node); }

        // A member may also be that of a base, which does not know the interface.
        void Implement(TypeDeclarationSyntax node)
        {
            var type = model.GetDeclaredSymbol(node);
            foreach (var member in type.AllInterfaces.SelectMany(each => each.GetMembers()))
            {
                var own = type.FindImplementationForInterfaceMember(member);
                if (own != null && Describe(own) != "-" && Describe(member) != "-") Console.WriteLine("over\t" + Describe(own) + "\t" + Describe(member));
            }
        }

        public override void VisitMethodDeclaration(MethodDeclarationSyntax node)
        {
            Relate(model.GetDeclaredSymbol(node));
            base.VisitMethodDeclaration(node);
        }

        public override void VisitPropertyDeclaration(PropertyDeclarationSyntax node)
        {
            Relate(model.GetDeclaredSymbol(node));
            base.VisitPropertyDeclaration(node);
        }

        public override void VisitIndexerDeclaration(IndexerDeclarationSyntax node)
        {
            Relate(model.GetDeclaredSymbol(node));
            base.VisitIndexerDeclaration(node);
        }

        void Relate(ISymbol symbol)
        {
            if (symbol == null || symbol.ContainingType == null) return;
            var above = new List<ISymbol>();
            var method = symbol as IMethodSymbol;
            for (var each = method == null ? null : method.OverriddenMethod; each != null; each = each.OverriddenMethod) above.Add(each);
            var property = symbol as IPropertySymbol;
            for (var each = property == null ? null : property.OverriddenProperty; each != null; each = each.OverriddenProperty) above.Add(each);
            foreach (var each in above)
                if (Describe(each) != "-") Console.WriteLine("over\t" + Describe(symbol) + "\t" + Describe(each));
        }
    }
}
