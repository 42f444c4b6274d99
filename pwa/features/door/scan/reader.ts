import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { defined } from '#contract/lib/defined.ts'
import { readFile, storeFile } from '../gate/gate-store.ts'
import { READER_OPTIONS } from './reader-options.ts'

/** Decodes a QR code in the current video frame; null if there is none. */
export type Reader = (video: HTMLVideoElement) => Promise<string | null>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

declare global {
  interface Window {
    /** Missing in Firefox and Safari, and in TypeScript's types. */
    BarcodeDetector?: DetectorClass
  }
}

const WIDEST = 1_280
/** About as long as the content of a rotating ticket code. */
const SAMPLE = 'ROOM'.repeat(100)
const SAMPLE_SCALE = 4

/** The visible part of the video under `object-fit: cover`: a code is held only there. */
export function seenPart({
  videoWidth,
  videoHeight,
  clientWidth,
  clientHeight,
}: Pick<HTMLVideoElement, 'videoWidth' | 'videoHeight' | 'clientWidth' | 'clientHeight'>) {
  const fit = Math.min(videoWidth / clientWidth, videoHeight / clientHeight)
  const [width, height] = [clientWidth * fit, clientHeight * fit]
  return { x: (videoWidth - width) / 2, y: (videoHeight - height) / 2, width, height }
}

/** The browser's BarcodeDetector if available, else a WebAssembly reader that is stored for offline use. */
export async function openReader(): Promise<Reader> {
  const own = window.BarcodeDetector
  if (own && (await own.getSupportedFormats()).includes('qr_code')) {
    const detector = new own({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  return openWasmReader()
}

/** The stored WebAssembly binary; downloaded again only after its URL, and so its content, changed. */
async function wasmBinary(): Promise<ArrayBuffer> {
  const cached = await readFile(wasmUrl)
  if (cached) return cached
  const response = await fetch(wasmUrl)
  if (!response.ok) throw new Error(`cannot load the code reader: HTTP ${response.status}`)
  const bytes = await response.arrayBuffer()
  await storeFile(wasmUrl, bytes)
  return bytes
}

/** Stores the reader in advance, so that scanning works offline. */
export async function cacheReader(): Promise<void> {
  await Promise.all([wasmBinary(), import('zxing-wasm/reader'), import('lean-qr')])
}

async function drawSample(): Promise<ImageData> {
  const { generate } = await import('lean-qr')
  const [code, canvas] = [document.createElement('canvas'), document.createElement('canvas')]
  generate(SAMPLE).toCanvas(code, { on: [0, 0, 0], off: [255, 255, 255], pad: 4 })
  const side = code.width * SAMPLE_SCALE
  canvas.width = canvas.height = side
  const pen = defined(canvas.getContext('2d'), 'the canvas')
  pen.imageSmoothingEnabled = false
  pen.drawImage(code, 0, 0, side, side)
  return pen.getImageData(0, 0, side, side)
}

async function openWasmReader(): Promise<Reader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { wasmBinary: await wasmBinary() }, fireImmediately: true })
  // Warm-up: WebAssembly compiles code at its first run, for which the first guest would wait.
  await drawSample()
    .then((sample) => readBarcodes(sample, READER_OPTIONS))
    .catch(console.warn)
  const canvas = document.createElement('canvas')
  const pen = defined(canvas.getContext('2d', { willReadFrequently: true }), 'the canvas')
  return async (video) => {
    const { x, y, width, height } = seenPart(video)
    if (!(width > 0)) return null
    const scale = Math.min(1, WIDEST / Math.max(width, height))
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
    canvas.width = wide
    canvas.height = high
    pen.drawImage(video, x, y, width, height, 0, 0, wide, high)
    const barcodes = await readBarcodes(pen.getImageData(0, 0, wide, high), READER_OPTIONS)
    return barcodes[0]?.text ?? null
  }
}
