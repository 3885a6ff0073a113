<?php

use Illuminate\Foundation\Application;

require_once __DIR__ . '/../lib/text.php';

return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(web: __DIR__ . '/../routes/web.php', api: __DIR__ . '/../routes/api.php')
    ->create();
