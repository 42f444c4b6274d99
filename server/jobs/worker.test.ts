import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import { atOnce, type JobTask, type Queue, runDue, startWorker } from './worker.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A queue of tasks from a list. */
function queueOf(tasks: JobTask[], parallel = 2): Queue {
  return { parallel, take: async (limit) => tasks.splice(0, limit) }
}

/** A task that a test can await and release. */
function gate() {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const task: JobTask = async () => {
    started.resolve()
    await released.promise
  }
  return { task, started: started.promise, release: released.resolve }
}

it('worker lets requests be answered while many short tasks are due', async () => {
  const tasks = Array.from({ length: 1_000 }, (): JobTask => async () => {})
  const worker = startWorker([queueOf(tasks)], memoryLog())
  onTestFinished(() => worker.stop())
  await setImmediate()
  expect(tasks.length).toBeGreaterThan(0)
})

it('worker never exceeds the parallelism of a queue', async () => {
  let [running, peak, left] = [0, 0, 20]
  const finished = Promise.withResolvers<void>()
  const task: JobTask = async () => {
    peak = Math.max(peak, ++running)
    await Promise.resolve()
    running--
    if (--left === 0) finished.resolve()
  }
  const slow = gate()
  const counted: JobTask = async (signal) => {
    running++
    await slow.task(signal)
    running--
  }
  const worker = startWorker([queueOf([counted, ...Array(20).fill(task)], 3)], memoryLog())
  onTestFinished(() => worker.stop())
  await finished.promise
  expect(peak).toBe(3)
  slow.release()
})

it('worker takes new work while other work of its queue is slow', async () => {
  const [slow, quick] = [gate(), gate()]
  const tasks = [slow.task]
  const worker = startWorker([queueOf(tasks)], memoryLog())
  onTestFinished(() => worker.stop())
  await slow.started
  tasks.push(quick.task)
  worker.wake()
  await quick.started
  slow.release()
  quick.release()
})

it('worker polls each second', async () => {
  const take = vi.fn(async () => [] as JobTask[])
  const worker = startWorker([{ parallel: 1, take }], memoryLog())
  onTestFinished(() => worker.stop())
  expect(take).toHaveBeenCalledTimes(1)
  for (const times of [2, 3]) {
    vi.advanceTimersByTime(1000)
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(times))
  }
})

it('worker survives an outage of the database', async () => {
  const log = memoryLog()
  const ran = Promise.withResolvers<void>()
  const polled = Promise.withResolvers<void>()
  let isDown = true
  const queue: Queue = {
    parallel: 1,
    async take() {
      if (!isDown) return [async () => ran.resolve()]
      polled.resolve()
      throw new Error('connection refused')
    },
  }
  const worker = startWorker([queue], log)
  onTestFinished(() => worker.stop())
  await polled.promise
  isDown = false
  await vi.waitFor(() => expect(log.lines).toMatchObject([{ level: 'error' }]))
  vi.advanceTimersByTime(1000)
  await ran.promise
})

it('worker continues when the result of a task could not be stored', async () => {
  const log = memoryLog()
  const tasks: JobTask[] = [() => Promise.reject(new Error('connection lost')), async () => {}]
  expect(await runDue([queueOf(tasks, 1)], log)).toBe(2)
  expect(log.lines).toMatchObject([{ message: 'the outcome of work could not be kept' }])
})

it('runDue also runs work that was enqueued by its work', async () => {
  const tasks: JobTask[] = []
  tasks.push(async () => void tasks.push(async () => void tasks.push(async () => {})))
  expect(await runDue([queueOf(tasks)], memoryLog())).toBe(3)
})

it('worker without work stops at once', async () => {
  const worker = startWorker([queueOf([])], memoryLog())
  await worker.stop()
  await worker.stop()
})

describe('stop of a worker', () => {
  const running = async (queue: (task: JobTask) => Queue) => {
    const started = Promise.withResolvers<AbortSignal>()
    const done = Promise.withResolvers<void>()
    const task: JobTask = async (signal) => {
      started.resolve(signal)
      await done.promise
    }
    const worker = startWorker([queue(task)], memoryLog())
    return { worker, signal: await started.promise, done: done.resolve }
  }
  const queues = { atOnce, hasTime: (task: JobTask) => ({ ...queueOf([task]), hasTime: true }) }

  it.each(Object.entries(queues))('aborts queues without a timeout first: %s', async (_, queue) => {
    const { worker, signal, done } = await running(queue)
    expect(signal.aborted).toBe(false)
    const stopped = worker.stop()
    expect(signal.aborted).toBe(true)
    done()
    await stopped
  })

  it('waits for other work, and aborts it only after the grace period', async () => {
    const { worker, signal, done } = await running((task) => queueOf([task]))
    const stopped = worker.stop(0)
    expect(signal.aborted).toBe(false)
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    done()
    await stopped
  })

  it('resolves after aborted work has ended', async () => {
    const { worker, signal, done } = await running((task) => queueOf([task]))
    let over = false
    const stopped = worker.stop(0).then(() => {
      over = true
    })
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    expect(over).toBe(false)
    done()
    await stopped
  })
})
