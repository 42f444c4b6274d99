import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { manifest } from './pwa/manifest.ts'

const API = `http://localhost:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: 'pwa',
  publicDir: '../public',
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'index.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['assets/*.{js,css}', 'index.html', 'icons/*.png', 'favicon.svg'],
      },
    }),
  ],
  build: {
    outDir: '../dist/pwa',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 2_048,
  },
  server: { proxy: { '/api': API, '/media': API } },
  test: {
    root: '.',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          root: '.',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/testing/postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'pwa',
          root: '.',
          include: ['pwa/**/*.test.{ts,tsx}'],
          exclude: ['pwa/testing/journeys/**'],
          environment: 'jsdom',
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          root: '.',
          include: ['pwa/testing/journeys/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
