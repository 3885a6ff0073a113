const since = started(); //> call started exact
