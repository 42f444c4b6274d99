/** The value of `work`, or null if it has none after `ms` milliseconds. A rejection is passed on. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, ms, null))])
