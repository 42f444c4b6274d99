declare module '@20minutes/s3rver' {
  /** An S3 server that stores its buckets in a folder. */
  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      address: string
      port: number
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
