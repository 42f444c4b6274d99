import type { CDPSession, Page } from 'playwright-core'

/** A mid-range phone: how much slower its processor is than this one. */
export const CPU_RATE = 4
/** An average network, in milliseconds and bytes per second. */
const LINE = { latency: 150, throughput: 1_600_000 / 8 }
export const SLOW_PHONE = `CPU ${CPU_RATE} times slower, 1.6 Mbit/s`

export const setCpuRate = (client: CDPSession, rate: number) =>
  client.send('Emulation.setCPUThrottlingRate', { rate })

/** Gives a page the processor and the network of a slow phone. */
export async function slowDown(page: Page) {
  const client = await page.context().newCDPSession(page)
  await setCpuRate(client, CPU_RATE)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.throughput,
    uploadThroughput: LINE.throughput,
  })
}

/** Stops the service workers, as they are when an app is opened that has not run for a while. */
export async function stopServiceWorkers(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('ServiceWorker.enable')
  await client.send('ServiceWorker.stopAllWorkers')
}
