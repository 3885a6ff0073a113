<?php

use Illuminate\Support\Facades\Route;
use Lendery\Http\{HealthController, LoanController};

Route::get('/health', HealthController::class);
Route::prefix('loans')->group(function () {
    Route::get('/{word}', [LoanController::class, 'show']);
    Route::middleware('auth')->post('/', [LoanController::class, 'store']);
});
