package org.acme.tracking;

import org.springframework.stereotype.Component;
import org.springframework.web.client.RestTemplate;

@Component
public class ParcelGateway {
    private final RestTemplate rest = new RestTemplate();

    public String load(String id) {
        return rest.getForObject("http://parcels:8000/parcels/{id}", String.class, id);
    }

    public void label(String id) {
        rest.postForObject("http://parcels:8000/parcels/{id}/labels", null, String.class, id);
    }

    public String locate(String address) {
        return rest.getForObject("https://nominatim.openstreetmap.org/search?q={address}", String.class, address);
    }
}
