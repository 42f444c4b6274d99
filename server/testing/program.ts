export { bundleOf } from '../../scripts/prepare.mjs'

/** Environment of programs that tests start. Node's compile cache halves their start time. */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
