<?php

use Illuminate\Support\Facades\Route;
use Lendery\Http\LoanController;

Route::apiResource('loans', LoanController::class)->only(['index', 'show']);
