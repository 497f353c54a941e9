"""Is what the record tells allowed? One module a stage of the hand, each noting what it finds.

`bidding` (auction, contract and declarations), `dealing` (sizes and doubles), `following` (the
tricks), `holding` (who can have held what), `outcome` (tricks to points).
"""
