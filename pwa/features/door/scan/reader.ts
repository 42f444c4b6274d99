import type { ReaderOptions } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { keepFile, readFile } from '../gate/gate-store.ts'

/** Finds a QR code in what the camera shows; null where there is none. */
export type Reader = (video: HTMLVideoElement) => Promise<string | null>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const WIDEST = 1_280
const OPTIONS: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1, tryRotate: false }

/** The browser's own, where it has one; else the WebAssembly one, which the phone keeps for a place without a network. */
export async function openReader(): Promise<Reader> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (own && (await own.getSupportedFormats()).includes('qr_code')) {
    const detector = new own({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  return openWasmReader()
}

/** The same words under each build of it: a newer one is fetched once. */
async function wasmBinary(): Promise<ArrayBuffer> {
  const kept = await readFile(wasmUrl)
  if (kept) return kept
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`the code reader: ${response.status}`)
  const bytes = await response.arrayBuffer()
  await keepFile(wasmUrl, bytes)
  return bytes
}

/** Kept ahead, so that the camera works where there is no network. */
export async function keepReader(): Promise<void> {
  await Promise.all([wasmBinary(), import('zxing-wasm/reader')])
}

async function openWasmReader(): Promise<Reader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { wasmBinary: await wasmBinary() }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (videoWidth === 0) return null
    const scale = Math.min(1, WIDEST / videoWidth)
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    pen.drawImage(video, 0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(pen.getImageData(0, 0, canvas.width, canvas.height), OPTIONS)
    return found[0]?.text ?? null
  }
}
