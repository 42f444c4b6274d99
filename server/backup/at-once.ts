/** Number of concurrent copies: copying a file mostly waits for the disk. */
const AT_ONCE = 8

/** Runs the work for each item with limited concurrency; after the first failure no new item starts. */
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
