import type { ReaderOptions } from 'zxing-wasm/reader'

/** One QR code, dark on white as on tickets, in any rotation. */
export const READER_OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  maxNumberOfSymbols: 1,
  tryRotate: false,
  tryInvert: false,
}
