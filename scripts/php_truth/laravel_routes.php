<?php

// Runs files of Laravel routes against a router that only writes down what it is told, and prints it:
//   php laravel_routes.php PROJECT [PREFIX=]FILE...

namespace {
    final class Recorder
    {
        public static array $groups = [[]];
        public static array $rows = [];
        private array $own = [];
        private array $made = [];

        public function __call(string $name, array $arguments): mixed
        {
            $verbs = ['get', 'post', 'put', 'patch', 'delete', 'options'];
            if ($name === 'group') {
                $body = array_pop($arguments);
                self::$groups[] = array_merge($this->own, $arguments[0] ?? []);
                is_callable($body) ? $body(new self()) : require $body;
                array_pop(self::$groups);
            } elseif (in_array($name, $verbs, true)) {
                $this->add([strtoupper($name)], $arguments[0], $arguments[1] ?? null);
            } elseif ($name === 'match') {
                $this->add(array_map('strtoupper', $arguments[0]), $arguments[1], $arguments[2]);
            } elseif (in_array($name, ['any', 'view', 'redirect', 'permanentRedirect'], true)) {
                $this->add(['ANY'], $arguments[0], $name === 'any' ? $arguments[1] : null);
            } elseif ($name === 'resource' || $name === 'apiResource') {
                $this->addResource($arguments[0], $arguments[1], $name === 'apiResource', $arguments[2] ?? []);
            } elseif ($name === 'only' || $name === 'except') {
                $this->narrow($name, is_array($arguments[0]) ? $arguments[0] : $arguments);
            } elseif (in_array($name, ['prefix', 'controller', 'namespace'], true) && $this->made === []) {
                $this->own[$name] = trim(($this->own[$name] ?? '') . '/' . $arguments[0], '/');
            }

            return $this;
        }

        private function add(array $methods, string $path, mixed $handler, string $member = ''): void
        {
            $prefix = implode('/', array_filter(array_map(fn ($each) => trim($each['prefix'] ?? '', '/'), [...self::$groups, $this->own])));
            $controller = current(array_filter(array_map(fn ($each) => $each['controller'] ?? '', array_reverse([...self::$groups, $this->own]))));
            if (is_string($handler) && $controller && !str_contains($handler, '\\')) {
                $handler = [$controller, $handler];
            }
            $name = is_array($handler) ? "$handler[0].$handler[1]" : (is_string($handler) ? strtr($handler, '@', '.') : '');
            $name = $name !== '' && !str_contains($name, '.') ? "$name.__invoke" : $name;
            foreach ($methods as $method) {
                $whole = '/' . trim("$prefix/" . trim($path, '/'), '/');
                $this->made[] = count(self::$rows);
                self::$rows[] = [$method, preg_replace('/\{(\w+)[^}]*\}/', '{$1}', $whole), $name, $member];
            }
        }

        private function addResource(string $name, string $class, bool $api, array $options): void
        {
            $singular = fn (string $word): string => preg_replace(['/ies$/', '/(ss|x|ch|sh)es$/', '/(?<!s|u|i)s$/'], ['y', '$1', ''], strtr($word, '-', '_'), 1);
            $parts = explode('.', $name);
            $last = array_pop($parts);
            $above = implode('', array_map(fn ($each) => "$each/{" . $singular($each) . '}/', $parts));
            $item = "$above$last/{" . $singular($last) . '}';
            $all = "$above$last";
            foreach ([['GET', $all, 'index'], ['GET', "$all/create", 'create'], ['POST', $all, 'store'], ['GET', $item, 'show'],
                ['GET', "$item/edit", 'edit'], ['PUT', $item, 'update'], ['PATCH', $item, 'update'], ['DELETE', $item, 'destroy']] as [$method, $path, $member]) {
                if (!$api || !in_array($member, ['create', 'edit'], true)) {
                    $this->add([$method], $path, [$class, $member], $member);
                }
            }
            foreach (['only', 'except'] as $each) {
                isset($options[$each]) && $this->narrow($each, (array) $options[$each]);
            }
        }

        private function narrow(string $how, array $members): void
        {
            foreach ($this->made as $at) {
                if (in_array(self::$rows[$at][3], $members, true) === ($how === 'except')) {
                    self::$rows[$at] = null;
                }
            }
        }
    }

    final class Anything
    {
        public const REGEX = '';

        public static function __callStatic(string $name, array $arguments): mixed
        {
            return true;
        }
    }

    foreach (['config', 'app', 'env', 'url', 'view', 'redirect', 'response'] as $each) {
        function_exists($each) || eval("function $each(...\$a) { return true; }");
    }
    spl_autoload_register(function (string $class): void {
        if ($class === 'Illuminate\Support\Facades\Route') {
            class_alias('RouteFacade', $class);
        } elseif (preg_match('/^App\\\\(Facades|Helpers)\\\\/', $class)) {
            class_alias('Anything', $class);
        }
    });
    final class RouteFacade
    {
        public static function __callStatic(string $name, array $arguments): mixed
        {
            return (new Recorder())->$name(...$arguments);
        }
    }
    foreach (array_slice($argv, 2) as $given) {
        [$prefix, $file] = str_contains($given, '=') ? explode('=', $given, 2) : ['', $given];
        Recorder::$groups = [['prefix' => $prefix]];
        require "$argv[1]/$file";
    }
    foreach (array_filter(Recorder::$rows) as [$method, $path, $handler]) {
        $at = strrpos($handler, '\\');
        echo "$method $path ", $at === false ? $handler : substr($handler, $at + 1), "\n";
    }
}
