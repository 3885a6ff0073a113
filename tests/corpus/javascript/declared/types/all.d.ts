import { Job } from './job'

declare const entry: { open(): Job }
export default entry
