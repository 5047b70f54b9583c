// The type of the texts of pictures that the server draws.

export interface PictureWords {
  /** The captcha's title, for screen readers: a picture without sound, and one with sound. */
  readonly captcha: string;
  readonly captchaWithSound: string;
  /** What to do with the code on a station's poster. */
  readonly stationPoster: string;
}
