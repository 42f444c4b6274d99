/** Most of the time of copying a file is waiting for the disk: some are on their way together. */
const AT_ONCE = 8

/** Does the work for each; the first that fails ends it, after those that are under way. */
export async function someAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = []
  const underWay = new Set<Promise<void>>()
  for await (const item of items) {
    if (failed.length > 0) break
    const one: Promise<void> = work(item)
      .catch((error: unknown) => void failed.push(error))
      .finally(() => underWay.delete(one))
    underWay.add(one)
    if (underWay.size >= AT_ONCE) await Promise.race(underWay)
  }
  await Promise.all(underWay)
  if (failed.length > 0) throw failed[0]
}
