/**
 * All that a program which a test starts gets of this environment. What Node has compiled once spares the program half
 * the time of its start.
 */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
