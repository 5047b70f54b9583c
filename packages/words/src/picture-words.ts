// The type of the texts of pictures that the server draws.

export interface PictureWords {
  /** The captcha's title, for screen readers: a picture without sound, and one with sound. */
  readonly captcha: string;
  readonly captchaWithSound: string;
  /** What to do with the code on a station's poster. */
  readonly stationPoster: string;
  /** Before the last day on which a station's poster is valid. */
  readonly validUntil: string;
}
