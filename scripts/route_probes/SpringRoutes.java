import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * The routes of an application of Spring, for one that cannot be started, as lines of JSON.
 *
 * A processor of annotations: javac says which annotations classes and methods have, what constants in them are, and
 * what overrides what. Spring composes the paths. Types that are not there do not matter.
 */
@SupportedAnnotationTypes("*")
public class SpringRoutes extends AbstractProcessor {
  private static final String MAPPING = "org.springframework.web.bind.annotation.RequestMapping";
  private static final String CONTROLLER = "org.springframework.stereotype.Controller";
  private static final String ALIAS = "org.springframework.core.annotation.AliasFor";

  private record Mapping(Set<String> paths, Set<String> methods) {
    RequestMappingInfo build() {
      RequestMethod[] verbs = methods.stream().map(RequestMethod::valueOf).toArray(RequestMethod[]::new);
      return RequestMappingInfo.paths(paths.toArray(new String[0])).methods(verbs).build();
    }
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    List<TypeElement> waiting = new ArrayList<>(ElementFilter.typesIn(round.getRootElements()));
    for (int at = 0; at < waiting.size(); at++) {
      TypeElement type = waiting.get(at);
      waiting.addAll(ElementFilter.typesIn(type.getEnclosedElements()));
      boolean isConcrete = type.getKind() == ElementKind.CLASS && !type.getModifiers().contains(Modifier.ABSTRACT);
      if (isConcrete && has(type, CONTROLLER, new LinkedHashSet<>())) printRoutes(type);
    }
    return false;
  }

  private void printRoutes(TypeElement type) {
    Mapping above = null;
    List<TypeElement> line = listBases(type);
    for (TypeElement each : line) if (above == null) above = findMapping(each);
    Map<ExecutableElement, Mapping> found = new LinkedHashMap<>();
    for (Element member : processingEnv.getElementUtils().getAllMembers(type)) {
      if (member.getKind() != ElementKind.METHOD || member.getModifiers().contains(Modifier.STATIC)) continue;
      ExecutableElement method = (ExecutableElement) member;
      Mapping own = findMapping(method);
      for (TypeElement base : line) {
        for (ExecutableElement each : ElementFilter.methodsIn(base.getEnclosedElements())) {
          if (own == null && processingEnv.getElementUtils().overrides(method, each, type)) own = findMapping(each);
        }
      }
      if (own != null) found.put(method, own);
    }
    for (Map.Entry<ExecutableElement, Mapping> each : found.entrySet()) {
      RequestMappingInfo info = each.getValue().build();
      if (above != null) info = above.build().combine(info);
      Set<String> verbs = new TreeSet<>();
      for (RequestMethod verb : info.getMethodsCondition().getMethods()) verbs.add(verb.name());
      if (verbs.isEmpty()) verbs.add("ANY");
      TypeElement owner = (TypeElement) each.getKey().getEnclosingElement();
      for (String path : info.getPatternsCondition().getPatterns()) {
        for (String verb : verbs) {
          System.out.println(
              "ROUTE {\"method\": \"" + verb + "\", \"path\": \"" + path.replace("\\", "\\\\") + "\", \"file\": \""
                  + locate(owner) + "\", \"line\": 0, \"name\": \"" + name(owner) + "." + each.getKey().getSimpleName()
                  + "\"}");
        }
      }
    }
  }

  private String name(TypeElement type) {
    Element outer = type.getEnclosingElement();
    return outer instanceof TypeElement ? name((TypeElement) outer) + "." + type.getSimpleName() : "" + type.getSimpleName();
  }

  private String locate(TypeElement type) {
    return com.sun.source.util.Trees.instance(processingEnv).getPath(type) == null
        ? ""
        : com.sun.source.util.Trees.instance(processingEnv).getPath(type).getCompilationUnit().getSourceFile().getName();
  }

  /** Returns a type and all that it inherits from, nearest first. */
  private List<TypeElement> listBases(TypeElement type) {
    Set<TypeElement> found = new LinkedHashSet<>();
    List<TypeElement> waiting = new ArrayList<>(List.of(type));
    for (int at = 0; at < waiting.size(); at++) {
      if (!found.add(waiting.get(at))) continue;
      for (TypeMirror base : processingEnv.getTypeUtils().directSupertypes(waiting.get(at).asType())) {
        Element element = processingEnv.getTypeUtils().asElement(base);
        if (element instanceof TypeElement) waiting.add((TypeElement) element);
      }
    }
    return new ArrayList<>(found);
  }

  private boolean has(Element element, String wanted, Set<Element> seen) {
    for (AnnotationMirror each : element.getAnnotationMirrors()) {
      Element type = each.getAnnotationType().asElement();
      if (type.toString().equals(wanted) || (seen.add(type) && has(type, wanted, seen))) return true;
    }
    return false;
  }

  private Mapping findMapping(Element element) {
    for (AnnotationMirror each : element.getAnnotationMirrors()) {
      Mapping found = readMapping(each, new LinkedHashSet<>());
      if (found != null) return found;
    }
    return null;
  }

  private Mapping readMapping(AnnotationMirror mirror, Set<Element> seen) {
    Element type = mirror.getAnnotationType().asElement();
    if (!seen.add(type)) return null;
    boolean isMapping = type.toString().equals(MAPPING);
    Mapping found = isMapping ? new Mapping(new LinkedHashSet<>(), new LinkedHashSet<>()) : null;
    if (!isMapping) {
      for (AnnotationMirror each : type.getAnnotationMirrors()) {
        found = found == null ? readMapping(each, seen) : found;
      }
    }
    if (found == null) return null;
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> each : mirror.getElementValues().entrySet()) {
      String name = isMapping ? each.getKey().getSimpleName().toString() : findAlias(each.getKey());
      if (name.equals("path") || name.equals("value")) add(found.paths(), each.getValue());
      if (name.equals("method")) add(found.methods(), each.getValue());
    }
    return found;
  }

  private String findAlias(ExecutableElement element) {
    for (AnnotationMirror each : element.getAnnotationMirrors()) {
      if (!each.getAnnotationType().asElement().toString().equals(ALIAS)) continue;
      Map<String, Object> values = new LinkedHashMap<>();
      each.getElementValues().forEach((key, value) -> values.put("" + key.getSimpleName(), value.getValue()));
      if (!("" + values.get("annotation")).equals(MAPPING)) continue;
      Object named = values.getOrDefault("attribute", values.getOrDefault("value", element.getSimpleName()));
      return named.toString();
    }
    return "";
  }

  private void add(Set<String> texts, AnnotationValue value) {
    if (value.getValue() instanceof List<?> list) {
      for (Object each : list) add(texts, (AnnotationValue) each);
    } else {
      texts.add(value.getValue().toString());
    }
  }
}
