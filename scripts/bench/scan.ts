import type { Page } from 'playwright-core'
import { door } from '#contract/door/calls.ts'
import { letIn } from '../../pwa/testing/browser.ts'
import { makeCamera } from '../../pwa/testing/camera.ts'
import { waitForWorker } from '../../pwa/testing/device.ts'
import { createEvening, delayed } from '../../pwa/testing/evening.ts'
import { openPhone } from '../../pwa/testing/phone.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio } from './rounds.ts'
import { CPU_RATE, setCpuRate } from './slow-phone.ts'

const RUNS = 11
const FAN = 'fan@example.com'
const VERDICT_MS = 100
/** Blank frames, enough to open the camera and start scanning. */
const FRAMES_BEFORE = 40

/** The minimal camera page: reads one pixel of each frame, and decodes nothing. */
const BARE = `<!doctype html><meta charset="utf-8"><video muted playsinline></video><script type="module">
const video = document.querySelector('video')
video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } })
await video.play()
addEventListener('code', () => {
  document.body.insertAdjacentHTML('beforeend', '<div role="alert"><h1>入場OK</h1></div>')
})
</script>`

interface Seen {
  /** The times of the first frame with the code and of the painted result, by one clock. */
  at: number
  painted: number
}

/** Runs in the page. A pixel above the center of the frame is gray without a ticket, and white with one. */
function watch() {
  const seen: Seen = { at: 0, painted: 0 }
  Object.assign(globalThis, { seen })
  const point = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const follow = (video: HTMLVideoElement) => {
    const look: VideoFrameRequestCallback = (now, { captureTime }) => {
      point.drawImage(video, video.videoWidth / 2, 6, 1, 1, 0, 0, 1, 1)
      if (point.getImageData(0, 0, 1, 1).data[0]! < 200) video.requestVideoFrameCallback(look)
      else {
        seen.at = captureTime ?? now
        dispatchEvent(new Event('code'))
      }
    }
    video.requestVideoFrameCallback(look)
  }
  let video: HTMLVideoElement | null = null
  new MutationObserver(() => {
    const here = document.querySelector('video')
    if (here && here !== video) follow(here)
    video = here
    if (seen.painted || !document.querySelector('[role=alert] :is(h1, h2, h3)')) return
    seen.painted = -1
    // A task after the frame, when it is painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        seen.painted = performance.now()
      }
      port2.postMessage(null)
    })
  }).observe(document, { childList: true, subtree: true })
}

/** Milliseconds from the frame to the painted result, on a page with the camera or one that `open` opens. */
async function answered(page: Page, url: string, open?: (page: Page) => Promise<void>) {
  await page.addInitScript(watch)
  await page.goto(url)
  const client = await page.context().newCDPSession(page)
  await setCpuRate(client, CPU_RATE)
  await open?.(page)
  const handle = await page.waitForFunction(() => {
    const { seen } = globalThis as unknown as { seen: Seen }
    return seen.at > 0 && seen.painted > 0 && seen.painted - seen.at
  })
  return (await handle.jsonValue()) as number
}

/** From the camera frame to the scan result in a phone's browser: decoding, evaluating, logging. */
export async function scan(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const site = room.url.replace('127.0.0.1', 'localhost')
  const fields = { title: '計測の夕べ', venue: '灯ホール' }
  const { owner, params, ticketIds } = await createEvening(site, fields, [FAN])
  const { invite_url } = await owner(door.createGate, {
    params,
    body: { name: 'A入口', range: null },
  })
  const camera = makeCamera()
  await camera.showNothing()
  const [holder, gate] = [await openPhone(), await openPhone(undefined, { flags: camera.flags })]
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  try {
    await letIn(holder.page, site, FAN)
    await holder.page.goto(`${site}/account/ticketbox/ticket/${ticketIds[0]}`)
    await holder.page.getByText('スクリーンショットでは入場できません').waitFor()
    await gate.page.goto(`${site}/gate${new URL(invite_url).hash}`)
    await gate.page.getByText('電波のない場所でも受け付けられます').waitFor()
    await waitForWorker(gate.page)
    // At another path, which our service worker does not serve.
    await gate.context.route('**/bare', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: BARE }),
    )
    const onPage = async (work: (page: Page) => Promise<number>) => {
      // A code is valid for two minutes: each run needs a new one.
      await camera.show(await delayed(holder.page), { afterFrames: FRAMES_BEFORE })
      const page = await gate.context.newPage()
      try {
        return await work(page)
      } finally {
        await page.close()
      }
    }
    await gate.page.close()
    const begin = (page: Page) => page.getByRole('button', { name: '受付を始める' }).click()
    const sides = {
      ours: () => onPage((page) => answered(page, `${site}/gate`, begin)),
      bare: () => onPage((page) => answered(page, `${room.url}/bare`)),
    }
    for (let run = -1; run < RUNS; run++)
      for (const side of ['ours', 'bare'] as const) {
        const took = await sides[side]()
        if (run >= 0) times[side].push(took)
      }
  } finally {
    await Promise.all([holder.discard(), gate.discard()])
  }
  return {
    title: `From the camera frame to the painted scan result, CPU ${CPU_RATE} times slower`,
    rows: [rowOf(times)],
  }
}

const rowOf = ({ ours, bare }: Record<'ours' | 'bare', number[]>): Row => ({
  what: 'a rotating code: decoded, evaluated, logged, painted',
  figures: { 'ours ms': figure(ours), 'bare page ms': figure(bare), '× bare': ratio(ours, bare) },
  target: { says: `≤ ${VERDICT_MS} ms`, held: figure(ours).median <= VERDICT_MS },
})

if (import.meta.main) await report('scan', scan)
