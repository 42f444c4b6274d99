import type { ReaderOptions } from 'zxing-wasm/reader'

/** One code, dark on white as tickets are, however it lies. */
export const READER_OPTIONS: ReaderOptions = {
  formats: ['QRCode'],
  maxNumberOfSymbols: 1,
  tryRotate: false,
  tryInvert: false,
}
