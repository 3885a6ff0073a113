package org.acme.tracking;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tracking")
public class TrackingController {
    private final ParcelGateway parcels;

    public TrackingController(ParcelGateway parcels) {
        this.parcels = parcels;
    }

    @GetMapping("/{number}")
    public List<String> show(@PathVariable String number) {
        return List.of(parcels.load(number));
    }

    @PostMapping("/{number}/events")
    public String record(@PathVariable String number, @RequestBody String event) {
        return event;
    }
}
