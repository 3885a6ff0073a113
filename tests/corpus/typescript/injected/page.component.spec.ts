import { ComponentFixture, TestBed } from "@angular/core/testing";
import { PageComponent } from "./page.component";
import { ShopService } from "./shop.service";

function show(fixture: ComponentFixture<PageComponent>) {
  fixture.componentInstance.run(); //> call PageComponent.run typed
  TestBed.createComponent(PageComponent).componentInstance.run(); //> call PageComponent.run typed
  TestBed.inject(ShopService).close(); //> call ShopService.close typed
}
