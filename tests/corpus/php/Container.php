<?php

namespace Billing;

use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\Facades\App;
use Illuminate\Support\ServiceProvider;

/** What the container makes is of the class it is asked for; implementations are reached as those of any interface. */
interface Gateway
{
    public function charge(int $sum): bool;
}

class CardGateway implements Gateway
{
    public function charge(int $sum): bool
    {
        return $sum > 0;
    }
}

class BillingProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->bind(Gateway::class, CardGateway::class); //> ref Gateway; ref CardGateway
    }
}

class Checkout
{
    public function __construct(private Gateway $gateway, private Application $app)
    {
    }

    public function pay(): void
    {
        $this->gateway->charge(1); //> call Gateway.charge typed; call CardGateway.charge dispatch
        app(Gateway::class)->charge(2); //> call Gateway.charge typed; call CardGateway.charge dispatch
        resolve(Gateway::class)->charge(3); //> call Gateway.charge typed; call CardGateway.charge dispatch
        $this->app->make(Gateway::class)->charge(4); //> call Gateway.charge typed; call CardGateway.charge dispatch
        App::make(Gateway::class)->charge(5); //> call Gateway.charge typed; call CardGateway.charge dispatch
        App::makeWith(Gateway::class, ['key' => 'k'])->charge(6); //> call Gateway.charge typed
        App::environment(); //> external Illuminate\Support\Facades\App.environment
        app('gateway')->charge(7); //> none charge
    }
}
