"""One way to write a day and one to write a time: "Nov 19, 2026" and "8:05 PM", as browsers have them, too."""

DATE_FORMAT = "M j, Y"
TIME_FORMAT = "g:i A"
