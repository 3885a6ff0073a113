<?php

// Loaded in front of a traced program: autoloads what `composer.json` files say, and writes where functions stand.

$folders = array_filter(explode(PATH_SEPARATOR, (string) getenv('PHP_TRUTH_PACKAGES')));
$rules = [];
$files = [];
foreach ($folders as $folder) {
    $manifest = json_decode((string) file_get_contents("$folder/composer.json"), true) ?: [];
    foreach (['autoload', 'autoload-dev'] as $key) {
        foreach (['psr-4' => true, 'psr-0' => false] as $rule => $short) {
            foreach ($manifest[$key][$rule] ?? [] as $prefix => $paths) {
                foreach ((array) $paths as $path) {
                    $rules[] = [$prefix, rtrim("$folder/$path", '/'), $short];
                }
            }
        }
        foreach ($manifest[$key]['files'] ?? [] as $file) {
            $files[] = "$folder/$file";
        }
    }
}

spl_autoload_register(static function (string $class) use ($rules): void {
    foreach ($rules as [$prefix, $path, $short]) {
        if ($prefix !== '' && strncmp($class, $prefix, strlen($prefix)) !== 0) {
            continue;
        }
        $rest = $short ? substr($class, strlen($prefix)) : $class;
        if (!$short) {
            $at = strrpos($rest, '\\');
            $last = $at === false ? $rest : substr($rest, $at + 1);
            $rest = ($at === false ? '' : substr($rest, 0, $at + 1)) . str_replace('_', '/', $last);
        }
        $file = $path . '/' . str_replace('\\', '/', $rest) . '.php';
        if (is_file($file)) {
            require_once $file;
            return;
        }
    }
});

foreach ($files as $file) {
    require_once $file;
}

register_shutdown_function(static function (): void {
    $rows = [];
    foreach (get_defined_functions()['user'] as $name) {
        $found = new ReflectionFunction($name);
        $rows[] = [$found->getName(), $found->getFileName(), $found->getStartLine(), $found->getEndLine()];
    }
    foreach ([...get_declared_classes(), ...get_declared_traits()] as $class) {
        $reflection = new ReflectionClass($class);
        foreach ($reflection->isInternal() ? [] : $reflection->getMethods() as $found) {
            if ($found->isUserDefined()) {
                $rows[] = ["$class::{$found->name}", $found->getFileName(), $found->getStartLine(), $found->getEndLine()];
            }
        }
    }
    file_put_contents((string) getenv('PHP_TRUTH_PLACES'), json_encode($rows, JSON_INVALID_UTF8_SUBSTITUTE));
});
