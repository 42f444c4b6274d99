import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryLog } from '#server/testing/log.ts'
import { atOnce, type Lane, runDue, startWorker, type Task } from './worker.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A lane over a list that a test fills. */
function laneOf(tasks: Task[], parallel = 2): Lane {
  return { parallel, take: async (most) => tasks.splice(0, most) }
}

/** A task that a test can wait for, and let go. */
function gate() {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const task: Task = async () => {
    started.resolve()
    await released.promise
  }
  return { task, started: started.promise, release: released.resolve }
}

it('never runs more at once than a lane allows', async () => {
  let [running, most, left] = [0, 0, 20]
  const finished = Promise.withResolvers<void>()
  const task: Task = async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    if (--left === 0) finished.resolve()
  }
  const slow = gate()
  const counted: Task = async (signal) => {
    running++
    await slow.task(signal)
    running--
  }
  const worker = startWorker([laneOf([counted, ...Array(20).fill(task)], 3)], memoryLog())
  onTestFinished(() => worker.stop())
  await finished.promise
  expect(most).toBe(3)
  slow.release()
})

it('takes what comes while other work of its lane is slow', async () => {
  const [slow, quick] = [gate(), gate()]
  const tasks = [slow.task]
  const worker = startWorker([laneOf(tasks)], memoryLog())
  onTestFinished(() => worker.stop())
  await slow.started
  tasks.push(quick.task)
  worker.wake()
  await quick.started
  slow.release()
  quick.release()
})

it('looks each second by itself', async () => {
  const take = vi.fn(async () => [] as Task[])
  const worker = startWorker([{ parallel: 1, take }], memoryLog())
  onTestFinished(() => worker.stop())
  expect(take).toHaveBeenCalledTimes(1)
  for (const times of [2, 3]) {
    vi.advanceTimersByTime(1000)
    await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(times))
  }
})

it('outlives a database that is away for a while', async () => {
  const log = memoryLog()
  const ran = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let away = true
  const lane: Lane = {
    parallel: 1,
    async take() {
      if (!away) return [async () => ran.resolve()]
      asked.resolve()
      throw new Error('connection refused')
    },
  }
  const worker = startWorker([lane], log)
  onTestFinished(() => worker.stop())
  await asked.promise
  away = false
  await vi.waitFor(() => expect(log.lines).toMatchObject([{ level: 'error' }]))
  vi.advanceTimersByTime(1000)
  await ran.promise
})

it('goes on when the outcome of a task could not be kept', async () => {
  const log = memoryLog()
  const tasks: Task[] = [() => Promise.reject(new Error('connection lost')), async () => {}]
  expect(await runDue([laneOf(tasks, 1)], log)).toBe(2)
  expect(log.lines).toMatchObject([{ message: 'the outcome of work could not be kept' }])
})

it('runs what comes of what it runs', async () => {
  const tasks: Task[] = []
  tasks.push(async () => void tasks.push(async () => void tasks.push(async () => {})))
  expect(await runDue([laneOf(tasks)], memoryLog())).toBe(3)
})

it('stops at once when there is nothing to do', async () => {
  const worker = startWorker([laneOf([])], memoryLog())
  await worker.stop()
  await worker.stop()
})

describe('told to stop', () => {
  const running = async (lane: (task: Task) => Lane) => {
    const started = Promise.withResolvers<AbortSignal>()
    const done = Promise.withResolvers<void>()
    const task: Task = async (signal) => {
      started.resolve(signal)
      await done.promise
    }
    const worker = startWorker([lane(task)], memoryLog())
    return { worker, signal: await started.promise, done: done.resolve }
  }
  const lanes = { atOnce, hasTime: (task: Task) => ({ ...laneOf([task]), hasTime: true }) }

  it.each(Object.entries(lanes))(
    'aborts what has time before anything else: %s',
    async (_, lane) => {
      const { worker, signal, done } = await running(lane)
      expect(signal.aborted).toBe(false)
      const stopped = worker.stop()
      expect(signal.aborted).toBe(true)
      done()
      await stopped
    },
  )

  it('lets other work end, and aborts it only when it takes too long', async () => {
    const { worker, signal, done } = await running((task) => laneOf([task]))
    const stopped = worker.stop(0)
    expect(signal.aborted).toBe(false)
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    done()
    await stopped
  })

  it('is done only when what was aborted has let go', async () => {
    const { worker, signal, done } = await running((task) => laneOf([task]))
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
