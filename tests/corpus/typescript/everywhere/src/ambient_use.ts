import { Extra } from "elsewhere";
scripted(); //> call scripted exact
