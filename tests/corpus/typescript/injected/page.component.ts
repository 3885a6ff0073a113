import { computed, inject, signal } from "@angular/core";
import { Router } from "@angular/router";
import { Item, ShopService } from "./shop.service";

export class PageComponent {
  private shop = inject(ShopService);
  private router = inject(Router);
  item = signal(new Item());
  shown = computed(() => this.item());
  run() {
    this.shop.load(); //> call ShopService.load typed
    this.item().price(); //> call Item.price typed
    this.shown().price(); //> call Item.price typed
    this.router.navigate([]); //> external @angular/router.Router.navigate
  }
}
