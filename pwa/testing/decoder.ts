import { onTestFinished, vi } from 'vitest'

/**
 * Stands in for the browser's decoder and canvas, which jsdom lacks: `decode` gives a picture's size or rejects. A drawn
 * JPEG contains its size as text. All is restored after the test.
 */
export function standInDecoder(decode: (file: File) => Promise<{ width: number; height: number }>) {
  vi.stubGlobal('createImageBitmap', async (file: File) => ({
    ...(await decode(file)),
    close() {},
  }))
  const canvas = HTMLCanvasElement.prototype
  const pen = { fillRect() {}, drawImage() {} } as unknown as CanvasRenderingContext2D
  vi.spyOn(canvas, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(canvas, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    done(new Blob([`${this.width}×${this.height}`], { type: type! }))
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
