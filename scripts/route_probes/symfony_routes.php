<?php

// Print the routes that Symfony's own loaders read of an application, whose classes it does not start.
//   php symfony_routes.php PATTERN …   in the application's folder; patterns of files of routes, in the kernel's order
// Symfony 5.4 has to be in /usr/share/php (Debian: php-symfony-routing, -config, -yaml, -http-foundation). Classes of
// libraries are made up, empty, when they are asked for. Files of routes of bundles are left out.

declare(strict_types=1);

require '/usr/share/php/Symfony/Component/Routing/autoload.php';
require '/usr/share/php/Symfony/Component/Config/autoload.php';
require '/usr/share/php/Symfony/Component/Yaml/autoload.php';
require '/usr/share/php/Symfony/Component/HttpFoundation/autoload.php';

use Symfony\Component\Config\FileLocator;
use Symfony\Component\Config\Loader\Loader;
use Symfony\Component\Config\Loader\LoaderResolver;
use Symfony\Component\Routing\Loader\AnnotationClassLoader;
use Symfony\Component\Routing\Loader\AnnotationDirectoryLoader;
use Symfony\Component\Routing\Loader\AnnotationFileLoader;
use Symfony\Component\Routing\Loader\DirectoryLoader;
use Symfony\Component\Routing\Loader\GlobFileLoader;
use Symfony\Component\Routing\Loader\YamlFileLoader;
use Symfony\Component\Routing\Route;
use Symfony\Component\Routing\RouteCollection;

eval('namespace Symfony\Component\Routing\Requirement; final class Requirement { const DIGITS = "[0-9]+";'
    .' const POSITIVE_INT = "[1-9][0-9]*"; const CATCH_ALL = ".+"; const ASCII_SLUG = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*";'
    .' const UUID = "[0-9a-f-]{36}"; const UUID_V4 = "[0-9a-f-]{36}"; const DATE_YMD = "[0-9]{4}-[0-9]{2}-[0-9]{2}"; }');
class_alias('Symfony\Component\Routing\Annotation\Route', 'Symfony\Component\Routing\Attribute\Route');

final class ControllerLoader extends AnnotationClassLoader
{
    protected function configureRoute(Route $route, ReflectionClass $class, ReflectionMethod $method, object $annot): void
    {
        $route->setDefault('_controller', '__invoke' === $method->getName()
            ? $class->getName() : $class->getName().'::'.$method->getName());
    }
}

final class RouteFiles extends YamlFileLoader
{
    public function supports($resource, ?string $type = null): bool
    {
        return is_string($resource) && !str_starts_with($resource, '@') && parent::supports($resource, $type);
    }
}

// Folders of controllers, of which files that this PHP cannot read are told.
final class AttributeFolders extends AnnotationDirectoryLoader
{
    public function __construct(private FileLocator $files, private AnnotationClassLoader $classes, private string $here)
    {
        parent::__construct($files, $classes);
    }

    public function load($path, ?string $type = null)
    {
        $found = [];
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($this->find($path))) as $file) {
            if (str_ends_with((string) $file, '.php') && preg_match('/#\[[\w\\\\]*Route\b/', file_get_contents((string) $file))) {
                $found[] = (string) $file;
            }
        }
        sort($found);
        $routes = new RouteCollection();
        foreach ($found as $file) {
            try {
                $class = $this->findClass($file);
                if ($class && !(new ReflectionClass($class))->isAbstract()) {
                    $routes->addCollection($this->classes->load($class, $type));
                }
            } catch (Throwable $error) {
                fwrite(STDERR, "left out: $file: {$error->getMessage()}\n");
            }
        }

        return $routes;
    }

    public function supports($resource, ?string $type = null): bool
    {
        $is_annotated = in_array($type, ['attribute', 'annotation'], true);

        return $is_annotated && is_string($resource) && is_dir($this->find($resource));
    }

    private function find(string $path): string
    {
        return str_starts_with($path, '/') ? $path : $this->here.'/'.$path;
    }
}

final class AttributeFiles extends AnnotationFileLoader
{
    public function supports($resource, ?string $type = null): bool
    {
        return is_string($resource) && str_ends_with($resource, '.php') && in_array($type, ['attribute', 'annotation'], true);
    }
}

// Folders given with their namespace, and all controllers of the application.
final class Folders extends Loader
{
    public function __construct(private AttributeFolders $folders, private string $root, private string $here)
    {
    }

    public function load($resource, ?string $type = null)
    {
        $path = is_array($resource) ? $this->here.'/'.$resource['path'] : $this->root.'/src';

        return $this->folders->load($path, 'attribute');
    }

    public function supports($resource, ?string $type = null): bool
    {
        return is_array($resource) || 'routing.controllers' === $resource;
    }
}

final class NoRoutes extends Loader
{
    public function load($resource, ?string $type = null)
    {
        return new RouteCollection();
    }

    public function supports($resource, ?string $type = null): bool
    {
        return 'service' === $type || (is_string($resource) && str_starts_with($resource, '@'))
            || (is_string($resource) && null !== $type && !in_array($type, ['attribute', 'annotation', 'glob', 'directory'], true));
    }
}

function list_kinds(string $root): array
{
    $kinds = [];
    foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$root/src")) as $file) {
        if (!str_ends_with((string) $file, '.php')) {
            continue;
        }
        $text = file_get_contents((string) $file);
        preg_match_all('/\b(?:implements|interface\s+\w+\s+extends)\s+([\w\\\\,\s]+)\{/', $text, $found);
        foreach (preg_split('/[\s,]+/', implode(',', $found[1])) as $name) {
            $kinds[substr(strrchr("\\$name", '\\'), 1)] = 'interface';
        }
        preg_match_all('/^[ \t]+use[ \t]+([\w\\\\,\s]+)[;{]/m', $text, $found);
        foreach (preg_split('/[\s,]+/', implode(',', $found[1])) as $name) {
            $kinds[substr(strrchr("\\$name", '\\'), 1)] = 'trait';
        }
    }

    return $kinds;
}

$root = getcwd();
$kinds = list_kinds($root);
$autoload = json_decode(file_get_contents("$root/composer.json"), true)['autoload']['psr-4'] ?? [];
spl_autoload_register(static function (string $class) use ($root, $autoload, $kinds): void {
    foreach ($autoload as $prefix => $folders) {
        foreach ((array) $folders as $folder) {
            $file = "$root/".rtrim($folder, '/').'/'.str_replace('\\', '/', substr($class, strlen($prefix))).'.php';
            if (str_starts_with($class, $prefix) && is_file($file)) {
                require_once $file;

                return;
            }
        }
    }
    $at = strrpos($class, '\\');
    $name = substr($class, false === $at ? 0 : $at + 1);
    $kind = $kinds[$name] ?? (str_ends_with($name, 'Interface') ? 'interface' : 'class');
    eval((false === $at ? '' : 'namespace '.substr($class, 0, $at).';')." $kind $name {}");
});

$routes = new RouteCollection();
foreach (array_slice($argv, 1) as $pattern) {
    foreach (glob("$root/$pattern", GLOB_BRACE) as $file) {
        $locator = new FileLocator(dirname($file));
        $classes = new ControllerLoader(null, 'prod');
        $folders = new AttributeFolders($locator, $classes, dirname($file));
        $yaml = new RouteFiles($locator, 'prod');
        new LoaderResolver([
            new NoRoutes(), new Folders($folders, $root, dirname($file)), $yaml, $folders,
            new AttributeFiles($locator, $classes), new GlobFileLoader($locator), new DirectoryLoader($locator), $classes,
        ]);
        $text = str_replace('%kernel.project_dir%', $root, file_get_contents($file));
        $copy = dirname($file).'/.probe.yaml';
        file_put_contents($copy, preg_replace('/^# yaml-language-server.*$/m', '', $text));
        try {
            $routes->addCollection($yaml->load($copy));
        } finally {
            unlink($copy);
        }
    }
}
foreach ($routes as $name => $route) {
    $controller = $route->getDefault('_controller');
    $parts = explode('::', is_array($controller) ? implode('::', $controller) : (string) $controller);
    $file = $line = null;
    try {
        $method = new ReflectionMethod($parts[0], $parts[1] ?? '__invoke');
        [$file, $line] = [$method->getFileName(), $method->getStartLine()];
    } catch (Throwable $error) {
        fwrite(STDERR, "no method: $controller: {$error->getMessage()}\n");
    }
    foreach ($route->getMethods() ?: ['ANY'] as $verb) {
        $path = preg_replace('/\{!?(\w+)(?::[\w.]+)?\}/', '{$1}', $route->getPath());
        echo json_encode(['method' => $verb, 'path' => $path, 'file' => $file ?: '', 'line' => $line, 'route' => $name], JSON_UNESCAPED_SLASHES), "\n";
    }
}
