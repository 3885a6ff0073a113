export { connect as openClient, ApiClient } from "./client";
