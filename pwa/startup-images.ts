import type { HtmlTagDescriptor } from 'vite'

/** A screen in CSS pixels, and how many pixels of the device each of them has. */
interface Screen {
  width: number
  height: number
  ratio: 2 | 3
}

/** The screens of iPhones with iOS 17 or later, the oldest of each size in the comment. */
const SCREENS: Screen[] = [
  { width: 375, height: 667, ratio: 2 }, // SE (2nd generation)
  { width: 414, height: 896, ratio: 2 }, // XR
  { width: 375, height: 812, ratio: 3 }, // XS
  { width: 414, height: 896, ratio: 3 }, // XS Max
  { width: 390, height: 844, ratio: 3 }, // 12
  { width: 428, height: 926, ratio: 3 }, // 12 Pro Max
  { width: 393, height: 852, ratio: 3 }, // 14 Pro
  { width: 430, height: 932, ratio: 3 }, // 14 Pro Max
  { width: 402, height: 874, ratio: 3 }, // 16 Pro
  { width: 440, height: 956, ratio: 3 }, // 16 Pro Max
  { width: 420, height: 912, ratio: 3 }, // Air
]

/** The page's colors: `--page` of the tokens. The last matching link counts, so dark follows light. */
const SCHEMES = [
  { name: 'light', paper: '#F8FAFA', media: '' },
  { name: 'dark', paper: '#0E1514', media: ' and (prefers-color-scheme:dark)' },
]

/** What an iPhone shows while the installed app starts: it takes only a picture that has exactly the pixels of its screen. */
export const startupImages = SCHEMES.flatMap(({ name, paper, media }) =>
  SCREENS.map(({ width, height, ratio }) => {
    const [w, h] = [width * ratio, height * ratio]
    return {
      ...{ path: `/icons/startup/${w}x${h}-${name}.png`, width: w, height: h, ratio, paper },
      media: `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${ratio})${media}`,
    }
  }),
)

/**
 * The tags of `index.html` for them. iOS does not draw a start screen from the manifest, and reads these pictures only beside
 * its own older mark of an app; Chromium warns of that mark without the standard one.
 */
export const startupTags: HtmlTagDescriptor[] = [
  ...['mobile-web-app-capable', 'apple-mobile-web-app-capable'].map((name) => ({
    tag: 'meta',
    attrs: { name, content: 'yes' },
  })),
  ...startupImages.map(({ path, media }) => ({
    tag: 'link',
    attrs: { rel: 'apple-touch-startup-image', media, href: path },
  })),
]
