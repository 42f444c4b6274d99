import {
  type Admission,
  type AdmitRequest,
  type DemoWork,
  INGEST_PATHS,
  type IngestReport,
  type Orders,
} from '#server/ports/ingest.ts'
import type { Log } from '#server/ports/log.ts'

const TIMEOUT_MS = 5_000

/** The API as the ingest process calls it. Each call throws where the API does not answer. */
export function ingestApi(base: string, bearer: string) {
  async function ask<T>(path: string, body: object): Promise<T | null> {
    const response = await fetch(new URL(path, base), {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 403) return null
    if (!response.ok) throw new Error(`the API answered ${response.status}`)
    // Both processes are of one release: the API's answers have the types of the port.
    return (await response.json()) as T
  }
  return {
    /** Null if the stream key is invalid. */
    admit: (request: AdmitRequest) => ask<Admission>(INGEST_PATHS.admit, request),
    report: (report: IngestReport) => ask<Orders>(INGEST_PATHS.report, report),
    demo: () => ask<DemoWork>(INGEST_PATHS.demo, {}),
  }
}
export type IngestApi = ReturnType<typeof ingestApi>

const EVERY_MS = 1_000
/** Failed reports in a row before a warning: the API takes that long to start. */
const SILENT_TIMES = 5

/** Reports the running streams to the API each second and at each change, and applies the orders it returns. */
export function startReporting(
  api: Pick<IngestApi, 'report'>,
  report: () => IngestReport,
  obey: (orders: Orders) => Promise<void>,
  log: Log,
) {
  let timer: NodeJS.Timeout | undefined
  let again = false
  let reporting: Promise<void> | null = null
  let failed = 0

  async function once() {
    try {
      const orders = await api.report(report())
      if (orders) await obey(orders)
      if (failed >= SILENT_TIMES) log.info({}, 'the API answers again')
      failed = 0
    } catch (error) {
      failed++
      if (failed === SILENT_TIMES) log.warn({ error: String(error) }, 'the API does not answer')
    }
  }
  async function loop() {
    do {
      again = false
      await once()
    } while (again)
    reporting = null
    timer = setTimeout(now, EVERY_MS)
  }
  /** A change during a running report is reported right after it. */
  function now() {
    clearTimeout(timer)
    if (reporting) again = true
    else reporting = loop()
  }
  now()
  return {
    now,
    async stop() {
      await reporting
      clearTimeout(timer)
      await once()
    },
  }
}
